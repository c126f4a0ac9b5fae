import { Module } from '@nestjs/common';
import { VisitorsModule } from '../visitors/visitors.module.js';
import { MarkOfPublishedUrlHandler } from './application/mark-of-published-url.js';
import { ResolvePublishedUrlHandler } from './application/resolve-published-url.js';
import { ContentTokens } from './domain/content-tokens.js';
import { LiveSites } from './domain/live-sites.js';
import { CallerByContentTokenHandler } from './infrastructure/content-token-callers.reader.js';
import { GetPublishedSiteHandler } from './infrastructure/published-site.reader.js';
import { SignedContentTokens } from './infrastructure/signed-content-tokens.js';
import { SiteLookup } from './infrastructure/site-lookup.js';
import { SiteProfiles } from './infrastructure/site-profiles.js';
import { VisitorAddresses } from './infrastructure/visitor-addresses.js';
import { PublishedSiteController } from './interface/published-site.controller.js';
import { PublishedUrlsController } from './interface/published-urls.controller.js';

/**
 * Visits: what a published URL shows a visitor, the content tokens with which renderers read for visitors, and the data
 * of a site that renderers need.
 *
 * It owns no tables, events or jobs.
 */
@Module({
  imports: [VisitorsModule],
  controllers: [PublishedSiteController, PublishedUrlsController],
  providers: [
    { provide: ContentTokens, useClass: SignedContentTokens },
    { provide: LiveSites, useClass: SiteLookup },
    CallerByContentTokenHandler,
    GetPublishedSiteHandler,
    MarkOfPublishedUrlHandler,
    ResolvePublishedUrlHandler,
    SiteProfiles,
    VisitorAddresses,
  ],
})
export class VisitsModule {}
