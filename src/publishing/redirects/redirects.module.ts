import { Module } from '@nestjs/common';
import { VisitorsModule } from '../visitors/visitors.module.js';
import { CreateRedirectHandler } from './application/create-redirect.js';
import { DeleteRedirectHandler } from './application/delete-redirect.js';
import { UpdateRedirectHandler } from './application/update-redirect.js';
import { PagePlaces, Redirects } from './domain/redirects.js';
import { ContentPagePlaces } from './infrastructure/content-page-places.js';
import { FindRedirectHandler } from './infrastructure/find-redirect.reader.js';
import { GetRedirectHandler, ListRedirectsHandler } from './infrastructure/redirect.reader.js';
import { RedirectStore } from './infrastructure/redirect.store.js';
import { RedirectsController } from './interface/redirects.controller.js';

/**
 * Redirects: from paths below a site to pages, sections and site spaces of it, or elsewhere.
 *
 * Tables: `redirect`.
 */
@Module({
  imports: [VisitorsModule],
  controllers: [RedirectsController],
  providers: [
    { provide: Redirects, useClass: RedirectStore },
    { provide: PagePlaces, useClass: ContentPagePlaces },
    CreateRedirectHandler,
    DeleteRedirectHandler,
    FindRedirectHandler,
    GetRedirectHandler,
    ListRedirectsHandler,
    UpdateRedirectHandler,
  ],
})
export class RedirectsModule {}
