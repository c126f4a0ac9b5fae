import type { ConversationJson, Origin, SentConversation } from './conversation.js';

/** Replaces e-mail addresses, telephone and card numbers, keys and tokens in all texts of conversations. */
export abstract class Masks {
  /** What is to be stored of conversations that came in, in their order. */
  abstract received(conversations: readonly SentConversation[], origin: Origin): Promise<ConversationJson[]>;
}
