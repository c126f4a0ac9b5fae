import type { SentConversation } from './conversation.js';

/** Replaces e-mail addresses, telephone and card numbers, keys and tokens in all texts of conversations. */
export abstract class Masks {
  abstract mask(conversations: readonly SentConversation[]): Promise<SentConversation[]>;
}
