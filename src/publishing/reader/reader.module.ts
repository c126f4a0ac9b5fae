import { Module } from '@nestjs/common';
import { SiteHosts } from '#kernel/application/site-hosts';
import { DrawAllPagesHandler } from './infrastructure/all-pages.reader.js';
import { KnownSiteHosts } from './infrastructure/known-site-hosts.js';
import { KeptTexts } from './infrastructure/kept-texts.js';
import { PublishedVisits } from './infrastructure/published-visits.js';
import { ShownSpecs } from './infrastructure/shown-specs.js';
import { SiteDrawer } from './infrastructure/site-drawer.js';
import { SiteFiles } from './infrastructure/site-files.js';
import { ReadSharedFileHandler, ReadSiteFileHandler } from './infrastructure/site-files.reader.js';
import { DrawSearchPageHandler, SearchServedSiteHandler, SiteSearches } from './infrastructure/site-search.reader.js';
import { FaultPages } from './application/fault-pages.js';
import { GivePageFeedbackHandler } from './application/give-page-feedback.js';
import { AskedReaders } from './application/page-views.js';
import { AskedVisitors } from './infrastructure/asked-visitors.js';
import { UsualFaultPages } from './infrastructure/usual-fault-pages.js';
import { VisitLog } from './infrastructure/visit-log.js';
import { PageViews } from './application/page-views.js';
import { ReadStartPageHandler } from './infrastructure/start-page.reader.js';
import { ReadSitePageHandler } from './infrastructure/site-page.reader.js';
import { LlmsTexts } from './infrastructure/machines/llms-texts.js';
import { ReadMachineTextHandler } from './infrastructure/machines/machine-texts.reader.js';
import { ReadServerMachineTextHandler } from './infrastructure/machines/server-machine-texts.reader.js';
import { AnswerSiteMcpHandler } from './infrastructure/machines/site-mcp.reader.js';
import { SiteTools } from './infrastructure/machines/site-tools.js';
import { SiteTrees } from './infrastructure/machines/site-trees.js';
import { SiteMcpController } from './interface/machines/site-mcp.controller.js';
import { ServerFilesController } from './interface/machines/server-files.controller.js';
import { ReaderController } from './interface/reader.controller.js';
import { SharedFilesController } from './interface/shared-files.controller.js';

/**
 * The reader: pages of published sites for people, drawn on the server.
 *
 * It owns no tables, events or jobs.
 */
@Module({
  controllers: [ReaderController, ServerFilesController, SharedFilesController, SiteMcpController],
  providers: [
    { provide: AskedReaders, useClass: AskedVisitors },
    { provide: FaultPages, useClass: UsualFaultPages },
    { provide: PageViews, useExisting: VisitLog },
    { provide: SiteHosts, useClass: KnownSiteHosts },
    DrawAllPagesHandler,
    DrawSearchPageHandler,
    GivePageFeedbackHandler,
    KeptTexts,
    LlmsTexts,
    ReadMachineTextHandler,
    ReadServerMachineTextHandler,
    SiteTools,
    SiteTrees,
    AnswerSiteMcpHandler,
    PublishedVisits,
    ReadSharedFileHandler,
    ReadSiteFileHandler,
    ReadSitePageHandler,
    ReadStartPageHandler,
    SearchServedSiteHandler,
    ShownSpecs,
    SiteDrawer,
    SiteFiles,
    SiteSearches,
    VisitLog,
  ],
})
export class ReaderModule {}
