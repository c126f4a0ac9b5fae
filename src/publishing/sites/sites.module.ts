import { Global, Module } from '@nestjs/common';
import { Settings } from '#kernel/infrastructure/settings';
import { CreateSiteHandler } from './application/site/create-site.js';
import { DeleteSiteHandler } from './application/site/delete-site.js';
import { FollowSpaceHandler } from './application/site/follow-space.js';
import { PublishSiteHandler } from './application/site/publish-site.js';
import { RecordSiteScriptsHandler } from './application/site/record-site-scripts.js';
import { UnpublishSiteHandler } from './application/site/unpublish-site.js';
import { UpdateSiteHandler } from './application/site/update-site.js';
import { AddSectionGroupHandler } from './application/structure/add-section-group.js';
import { AddSectionHandler } from './application/structure/add-section.js';
import { AddSpaceToSiteHandler } from './application/structure/add-space-to-site.js';
import { RemoveFromStructureHandler } from './application/structure/remove-from-structure.js';
import { SortStructureHandler } from './application/structure/sort-structure.js';
import { UpdateSectionGroupHandler } from './application/structure/update-section-group.js';
import { UpdateSectionHandler } from './application/structure/update-section.js';
import { UpdateSiteSpaceHandler } from './application/structure/update-site-space.js';
import { SitesHost } from './domain/site/addresses.js';
import { SiteReading } from './domain/site/site-reading.js';
import { Sites } from './domain/site/sites.js';
import { HideDeletedSpace, ShowRestoredSpace, TakeOffTransferredSpace } from './infrastructure/site/on-space.js';
import {
  GetSiteHandler,
  GetSiteScriptsHandler,
  HasSiteHandler,
  ListSitesHandler,
  SitesByIdsHandler,
} from './infrastructure/site/site.reader.js';
import { NoteAddressesJob } from './infrastructure/site/note-addresses.job.js';
import { SiteStore } from './infrastructure/site/site.store.js';
import { StoredSiteReading } from './infrastructure/site/stored-site-reading.js';
import {
  GetSiteStructureHandler,
  GetStructureItemHandler,
  ListSiteSectionGroupsHandler,
  ListSiteSectionsHandler,
  ListSiteSpacesHandler,
  StructureReading,
} from './infrastructure/structure/structure.reader.js';
import { SiteScriptsController } from './interface/site/site-scripts.controller.js';
import { SitesController } from './interface/site/sites.controller.js';
import { SectionGroupsController } from './interface/structure/section-groups.controller.js';
import { SectionsController } from './interface/structure/sections.controller.js';
import { SiteSpacesController } from './interface/structure/site-spaces.controller.js';
import { StructureController } from './interface/structure/structure.controller.js';

/**
 * Sites: their records, and their structure of sections, section groups and site spaces. The core of Publishing, which
 * all its other areas may use.
 *
 * Tables: `site`, `site_address`. Events: `SiteUpdated`, `SitePublished`, `SiteUnpublished`, `SiteDeleted`. Jobs: none.
 * It reacts to spaces that are deleted, restored or transferred.
 */
@Global()
@Module({
  controllers: [
    SitesController,
    SiteScriptsController,
    StructureController,
    SectionsController,
    SectionGroupsController,
    SiteSpacesController,
  ],
  providers: [
    { provide: Sites, useClass: SiteStore },
    { provide: SitesHost, useExisting: Settings },
    { provide: SiteReading, useClass: StoredSiteReading },
    CreateSiteHandler,
    DeleteSiteHandler,
    FollowSpaceHandler,
    GetSiteHandler,
    GetSiteScriptsHandler,
    HasSiteHandler,
    HideDeletedSpace,
    ListSitesHandler,
    SitesByIdsHandler,
    PublishSiteHandler,
    RecordSiteScriptsHandler,
    ShowRestoredSpace,
    TakeOffTransferredSpace,
    NoteAddressesJob,
    UnpublishSiteHandler,
    UpdateSiteHandler,
    StructureReading,
    AddSectionGroupHandler,
    AddSectionHandler,
    AddSpaceToSiteHandler,
    GetSiteStructureHandler,
    GetStructureItemHandler,
    ListSiteSectionGroupsHandler,
    ListSiteSectionsHandler,
    ListSiteSpacesHandler,
    RemoveFromStructureHandler,
    SortStructureHandler,
    UpdateSectionGroupHandler,
    UpdateSectionHandler,
    UpdateSiteSpaceHandler,
  ],
  exports: [Sites, SitesHost, SiteReading],
})
export class SitesModule {}
