import { Module } from '@nestjs/common';
import { FollowedSpecs } from './domain/followed-specs.js';
import { FollowedSpecsStore } from './infrastructure/followed-specs.store.js';
import { FindContentByUrlHandler } from './application/find-content.js';
import { ListBacklinksHandler } from './infrastructure/backlinks.reader.js';
import { ContentRecords } from './infrastructure/content-records.js';
import { LinkedContents } from './infrastructure/linked-contents.js';
import { FindLivePageHandler } from './infrastructure/live-page.reader.js';
import { Locations } from './infrastructure/locations.js';
import { GetMetaLinksHandler } from './infrastructure/meta-links.reader.js';
import { ListLinksHandler } from './infrastructure/report.reader.js';
import { VersionContexts } from './infrastructure/version-contexts.js';
import { ChangeRequestLinksController } from './interface/change-request-links.controller.js';
import { ContentUrlsController } from './interface/content-urls.controller.js';
import { RevisionLinksController } from './interface/revision-links.controller.js';
import { SpaceLinksController } from './interface/space-links.controller.js';

/**
 * Backlinks, reports of links, content found by its URL, and the metadata of pages for search engines.
 *
 * Tables: `openapi_spec`. Links themselves are stored with documents and in the projection of live pages.
 */
@Module({
  controllers: [SpaceLinksController, ChangeRequestLinksController, RevisionLinksController, ContentUrlsController],
  providers: [
    { provide: FollowedSpecs, useClass: FollowedSpecsStore },
    ContentRecords,
    FindContentByUrlHandler,
    FindLivePageHandler,
    GetMetaLinksHandler,
    LinkedContents,
    ListBacklinksHandler,
    ListLinksHandler,
    Locations,
    VersionContexts,
  ],
  exports: [FollowedSpecs],
})
export class LinksModule {}
