import { Module } from '@nestjs/common';
import { ConversationRecordsModule } from '../conversations/conversations.module.js';
import { FindIssuesLaterHandler } from './application/find-issues-later.js';
import { StoreIssuesHandler } from './application/store-issues.js';
import { IssueExtractor } from './domain/issue-extractor.js';
import { Issues } from './domain/issues.js';
import { BestExtractor } from './infrastructure/best-extractor.js';
import { FindIssues, QueueConversations } from './infrastructure/find-issues.js';
import { GetIssueHandler, ListIssuesHandler } from './infrastructure/issue.reader.js';
import { IssueStore } from './infrastructure/issue.store.js';
import { IsolatedReading } from './infrastructure/isolated-reading.js';
import { IssuesController } from './interface/issues.controller.js';

/**
 * Issues: what users wanted, found in conversations.
 *
 * Tables: `issue`. Events: `IssuesCreated`. Jobs: `conversations.find-issues`. It reacts to conversations that come in.
 */
@Module({
  imports: [ConversationRecordsModule],
  controllers: [IssuesController],
  providers: [
    { provide: IssueExtractor, useClass: BestExtractor },
    { provide: Issues, useClass: IssueStore },
    FindIssues,
    FindIssuesLaterHandler,
    GetIssueHandler,
    ListIssuesHandler,
    QueueConversations,
    StoreIssuesHandler,
    IsolatedReading,
  ],
})
export class IssuesModule {}
