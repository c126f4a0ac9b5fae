import { Module } from '@nestjs/common';
import { ConversationRecordsModule } from '../conversations/conversations.module.js';
import { CheckAgainHandler } from './application/check-again.js';
import { CheckLaterHandler } from './application/check-later.js';
import { GoOnCheckingHandler } from './application/go-on-checking.js';
import { OpenChangeRequestHandler } from './application/open-change-request.js';
import { StoreDocumentationHandler } from './application/store-documentation.js';
import { Documentation } from './domain/documentation.js';
import { PageWriter } from './domain/proposal.js';
import { CheckAllDocumentation, CheckDocumentation } from './infrastructure/check-documentation.job.js';
import { HasIssuesClusterHandler, ListClusterPagesHandler } from './infrastructure/cluster-pages.reader.js';
import {
  CheckAnsweredCluster,
  CheckChangedClusters,
  FollowMergedCluster,
} from './infrastructure/documentation-reactions.js';
import { DocumentationStore } from './infrastructure/documentation.store.js';
import { ModelPageWriter } from './infrastructure/model-page-writer.js';
import { WritePage } from './infrastructure/write-page.job.js';
import { ClusterDocumentationController } from './interface/cluster-documentation.controller.js';

/**
 * What the documentation says about clusters of issues, and change requests that add what it lacks.
 *
 * Tables: `cluster_documentation`. Jobs: `conversations.check-all-documentation`, `conversations.check-documentation`,
 * `conversations.write-page`. It reacts to clusters that change or merge, and to change requests that are merged.
 */
@Module({
  imports: [ConversationRecordsModule],
  controllers: [ClusterDocumentationController],
  providers: [
    { provide: Documentation, useClass: DocumentationStore },
    { provide: PageWriter, useClass: ModelPageWriter },
    CheckAgainHandler,
    CheckAllDocumentation,
    CheckAnsweredCluster,
    CheckChangedClusters,
    CheckDocumentation,
    CheckLaterHandler,
    FollowMergedCluster,
    GoOnCheckingHandler,
    HasIssuesClusterHandler,
    ListClusterPagesHandler,
    OpenChangeRequestHandler,
    StoreDocumentationHandler,
    WritePage,
  ],
})
export class DocumentationModule {}
