import { mask } from '#masking';
import { received, type ConversationJson, type Origin, type SentConversation } from '../domain/conversation.js';

/** What is to be stored of conversations that came in. */
export function receiveAll(conversations: readonly SentConversation[], origin: Origin): ConversationJson[] {
  return conversations.map((sent) => JSON.stringify(received(masked(sent), origin)));
}

/** A conversation with all its texts masked but its id. */
function masked({ subject, url, attributes, parts, ...rest }: SentConversation): SentConversation {
  return {
    ...rest,
    ...(subject === undefined ? {} : { subject: mask(subject) }),
    ...(url === undefined ? {} : { url: mask(url) }),
    attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [mask(name), mask(value)])),
    parts: parts.map(({ type, role, body }) => ({ type, role, body: mask(body) })),
  };
}
