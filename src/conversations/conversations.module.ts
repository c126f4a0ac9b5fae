import { Module } from '@nestjs/common';
import { ConversationRecordsModule } from './conversations/conversations.module.js';

/** Support conversations, and the issues they are grouped into. */
@Module({ imports: [ConversationRecordsModule] })
export class ConversationsModule {}
