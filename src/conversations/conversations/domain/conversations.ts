import type { ConversationJson } from './conversation.js';

/** The conversations of all organizations. */
export abstract class Conversations {
  /**
   * Stores conversations of one organization. One with an id that is known replaces that, unless it says the same.
   * Returns how many are new or others now: those are to be processed.
   */
  abstract store(organizationId: string, conversations: readonly ConversationJson[]): Promise<number>;
  /**
   * Deletes conversations that are older than their organization keeps them, at most some thousand at once; with them
   * go their issues. Returns how many.
   */
  abstract purge(now: Date): Promise<number>;
}
