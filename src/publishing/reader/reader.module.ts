import { Module } from '@nestjs/common';
import { SiteHosts } from '#kernel/application/site-hosts';
import { Settings } from '#kernel/infrastructure/settings';
import { GuardedOutbound, Outbound } from '#outbound';
import { MediaModule } from '../media/media.module.js';
import { DrawAllPagesHandler } from './infrastructure/all-pages.reader.js';
import { BlockSeals } from './infrastructure/blocks/block-seals.js';
import { DrawBlockHandler } from './infrastructure/blocks/block.reader.js';
import { PageBlocks } from './infrastructure/blocks/page-blocks.js';
import { KnownSiteHosts } from './infrastructure/known-site-hosts.js';
import { DrawAnswerHandler } from './infrastructure/answer.reader.js';
import { KeptAnswers } from './infrastructure/kept-answers.js';
import { KeptTexts } from './infrastructure/kept-texts.js';
import { Previews } from './infrastructure/previews.js';
import { DrawConnectPageHandler, ReadSitePrintHandler } from './infrastructure/page-actions.reader.js';
import { PublishedVisits } from './infrastructure/published-visits.js';
import { ShownMedia } from './infrastructure/shown-media.js';
import { ShownSpecs } from './infrastructure/shown-specs.js';
import { ReadSignOutHandler } from './infrastructure/sign-out.reader.js';
import { KnownSpecifications } from './infrastructure/specifications/known-specifications.js';
import { SpecificationProcess } from './infrastructure/specifications/specification-process.js';
import { TriedCalls } from './infrastructure/trying/tried-calls.js';
import { FileSenders } from './application/trying/file-senders.js';
import { LimitedFileSenders } from './infrastructure/trying/limited-file-senders.js';
import { TriedForms } from './interface/trying/tried-forms.js';
import { SendTriedRequestHandler } from './infrastructure/trying/tried-requests.reader.js';
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
import { PrintSitePageHandler } from './application/print-site-page.js';
import { UnchangedPages } from './application/unchanged-pages.js';
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
import { AnswersController } from './interface/answers.controller.js';
import { BlocksController } from './interface/blocks/blocks.controller.js';
import { earlyReaderAnswers } from './interface/early-reader-answers.js';
import { ReaderController } from './interface/reader.controller.js';
import { SharedFilesController } from './interface/shared-files.controller.js';
import { TriedRequestsController } from './interface/trying/tried-requests.controller.js';

/**
 * The reader: pages of published sites for people, drawn on the server.
 *
 * It owns no tables, events or jobs.
 */
@Module({
  imports: [MediaModule],
  controllers: [
    AnswersController,
    BlocksController,
    TriedRequestsController,
    ReaderController,
    ServerFilesController,
    SharedFilesController,
    SiteMcpController,
  ],
  providers: [
    { provide: AskedReaders, useClass: AskedVisitors },
    { provide: FaultPages, useClass: UsualFaultPages },
    { provide: PageViews, useExisting: VisitLog },
    { provide: SiteHosts, useClass: KnownSiteHosts },
    { provide: UnchangedPages, useExisting: KeptAnswers },
    earlyReaderAnswers,
    {
      provide: Outbound,
      inject: [Settings],
      useFactory: ({ outboundAllow }: Settings) => new GuardedOutbound({ allow: outboundAllow }),
    },
    BlockSeals,
    DrawAllPagesHandler,
    DrawBlockHandler,
    PageBlocks,
    DrawAnswerHandler,
    DrawConnectPageHandler,
    DrawSearchPageHandler,
    GivePageFeedbackHandler,
    KeptAnswers,
    KeptTexts,
    KnownSpecifications,
    LlmsTexts,
    ReadMachineTextHandler,
    ReadServerMachineTextHandler,
    SiteTools,
    SiteTrees,
    AnswerSiteMcpHandler,
    Previews,
    PublishedVisits,
    PrintSitePageHandler,
    ReadSitePrintHandler,
    ReadSharedFileHandler,
    ReadSiteFileHandler,
    ReadSignOutHandler,
    ReadSitePageHandler,
    ReadStartPageHandler,
    SearchServedSiteHandler,
    ShownMedia,
    SendTriedRequestHandler,
    ShownSpecs,
    SiteDrawer,
    SiteFiles,
    SiteSearches,
    SpecificationProcess,
    TriedCalls,
    { provide: FileSenders, useClass: LimitedFileSenders },
    TriedForms,
    VisitLog,
  ],
})
export class ReaderModule {}
