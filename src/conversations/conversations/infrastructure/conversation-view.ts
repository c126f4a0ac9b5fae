import type { ConversationView } from '../application/conversation.view.js';
import type { ConversationState } from '../domain/conversation.js';

/** A conversation without its text. */
export type ConversationRow = Pick<
  ConversationState,
  'organizationId' | 'id' | 'subject' | 'source' | 'url' | 'createdAt' | 'processedAt'
>;

/** `publicUrl`: where this server is found. */
export function toConversationView(row: ConversationRow, publicUrl: string): ConversationView {
  const { organizationId, id, subject, source, url, createdAt, processedAt } = row;
  const location = `${publicUrl}/v1/orgs/${organizationId}/conversations/${encodeURIComponent(id)}`;
  return {
    object: 'conversation',
    id,
    ...(subject === null ? {} : { subject }),
    createdAt: new Date(createdAt).toISOString(),
    ...(processedAt === null ? {} : { processedAt: new Date(processedAt).toISOString() }),
    source,
    urls: { location, source: url ?? location },
  };
}
