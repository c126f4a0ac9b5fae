import { conversationSchema } from './conversations/infrastructure/conversation.store.js';
import { conversationSettingsSchema } from './conversations/infrastructure/settings.store.js';
import { Conversations1790000050001 } from './migrations/1790000050001-conversations.js';

/** The tables of the Conversations context. */
export const conversationsPersistence = {
  schema: 'conversations',
  migrations: [Conversations1790000050001],
  sealed: [],
  entities: [conversationSchema, conversationSettingsSchema],
};
