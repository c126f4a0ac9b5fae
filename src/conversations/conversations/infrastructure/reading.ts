import { selectJson } from '#kernel/infrastructure/database/record-schema';
import { conversationSchema } from './conversation.store.js';

/* What the statements of other areas may read from this area's tables. PostgreSQL plans them as if they named the table. */

/** Conversations without their text, each also as JSON. */
export const CONVERSATIONS = `(select c.organization_id, c.id, c.source, c.created_at, ${selectJson(conversationSchema, 'c')}
  as record from conversations.conversation c)`;

export { LOCK_CLUSTERS } from './lock-clusters.js';
