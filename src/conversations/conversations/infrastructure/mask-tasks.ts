import { mask } from '#masking';
import type { SentConversation } from '../domain/conversation.js';

/** Masks all texts of conversations but their ids. */
export function maskAll(conversations: readonly SentConversation[]): SentConversation[] {
  return conversations.map(({ subject, url, attributes, parts, ...rest }) => ({
    ...rest,
    ...(subject === undefined ? {} : { subject: mask(subject) }),
    ...(url === undefined ? {} : { url: mask(url) }),
    attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [mask(name), mask(value)])),
    parts: parts.map(({ type, role, body }) => ({ type, role, body: mask(body) })),
  }));
}
