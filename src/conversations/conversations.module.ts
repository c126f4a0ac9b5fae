import { Module } from '@nestjs/common';
import { ClustersModule } from './clusters/clusters.module.js';
import { ConversationRecordsModule } from './conversations/conversations.module.js';
import { DocumentationModule } from './documentation/documentation.module.js';
import { IssuesModule } from './issues/issues.module.js';

/** Support conversations, and the issues they are grouped into. */
@Module({ imports: [ConversationRecordsModule, IssuesModule, ClustersModule, DocumentationModule] })
export class ConversationsModule {}
