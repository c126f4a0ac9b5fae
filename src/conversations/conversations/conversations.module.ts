import { Module } from '@nestjs/common';
import { IngestConversationsHandler } from './application/ingest-conversations.js';
import { ForgetModelAnswersHandler } from './application/forget-model-answers.js';
import { KeepModelAnswersHandler } from './application/keep-model-answers.js';
import { PurgeConversationsHandler } from './application/purge-conversations.js';
import { UpdateConversationSettingsHandler } from './application/update-conversation-settings.js';
import { Conversations } from './domain/conversations.js';
import { ConversationSettingsOf } from './domain/conversation-settings.js';
import { Masks } from './domain/masks.js';
import { ModelAnswers } from './domain/model-answers.js';
import {
  GetConversationHandler,
  GetConversationSettingsHandler,
  ListConversationsHandler,
} from './infrastructure/conversation.reader.js';
import { ConversationEmbedding } from './infrastructure/conversation-embedding.js';
import { ConversationModel } from './infrastructure/conversation-model.js';
import { ConversationStore } from './infrastructure/conversation.store.js';
import { ConversationProcesses } from './infrastructure/conversation-processes.js';
import { ModelAnswersStore } from './infrastructure/model-answers.store.js';
import { PurgeConversationsJob } from './infrastructure/purge-conversations.job.js';
import { ConversationSettingsStore } from './infrastructure/settings.store.js';
import { IsolatedMasks } from './infrastructure/isolated-masks.js';
import { WorkPace } from './infrastructure/work-pace.js';
import { ConversationSettingsController } from './interface/conversation-settings.controller.js';
import { ConversationsController } from './interface/conversations.controller.js';

/**
 * Conversations with support, masked as they come in, and how long they are kept; what language models answer about them.
 *
 * Tables: `conversation`, `model_answer`, `settings`. Events: `ConversationsIngested`. Jobs: `conversations.purge-conversations`.
 */
@Module({
  controllers: [ConversationsController, ConversationSettingsController],
  providers: [
    { provide: Conversations, useClass: ConversationStore },
    { provide: ConversationSettingsOf, useClass: ConversationSettingsStore },
    { provide: Masks, useClass: IsolatedMasks },
    { provide: ModelAnswers, useClass: ModelAnswersStore },
    ConversationEmbedding,
    ConversationModel,
    ConversationProcesses,
    ForgetModelAnswersHandler,
    GetConversationHandler,
    GetConversationSettingsHandler,
    IngestConversationsHandler,
    KeepModelAnswersHandler,
    ListConversationsHandler,
    PurgeConversationsHandler,
    PurgeConversationsJob,
    UpdateConversationSettingsHandler,
    WorkPace,
  ],
  exports: [ConversationEmbedding, ConversationModel, ConversationProcesses, WorkPace],
})
export class ConversationRecordsModule {}
