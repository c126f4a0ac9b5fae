import type { ReadConversation } from './issue-extractor.js';
import type { FoundIssue } from './issue.js';

/** A conversation that is to be processed. */
export interface WaitingConversation extends ReadConversation {
  contentHash: string;
}

/** A conversation and what was found in it, as long as it says what it said when it was read. */
export interface ReadResult {
  conversationId: string;
  contentHash: string;
  issues: readonly FoundIssue[];
}

export abstract class Issues {
  /** The conversations of an organization that wait, the oldest first: at most `most`, of some MB. */
  abstract waiting(organizationId: string, most: number): Promise<WaitingConversation[]>;
  /**
   * Stores what was found in place of what was found before, and notes that the conversations are processed; skips those
   * that are others meanwhile. Returns how many issues were stored.
   */
  abstract store(organizationId: string, results: readonly ReadResult[], now: Date): Promise<number>;
}
