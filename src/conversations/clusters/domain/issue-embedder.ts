import type { GroupedIssues, IssueText } from './clusters.js';

/** Packed vectors of issues by their ids, all of one model. */
export interface EmbeddedIssues {
  model: string;
  vectors: Map<string, Int8Array>;
}

/**
 * Finds out by an embedding model what issues mean. Without a model for the organization all is undefined, and issues
 * are compared by their words.
 */
export abstract class IssueEmbedder {
  /** The vectors of some issues, as far as there are any: the model is asked, for some seconds, for those that lack one. */
  abstract embed(organizationId: string, issues: readonly IssueText[]): Promise<EmbeddedIssues | undefined>;
  /** Asks for all vectors that issues lack, for some minutes at most, and stores them. Returns whether it got any. */
  abstract fill(organizationId: string, issues: GroupedIssues): Promise<boolean>;
  /** The vectors of issues that are stored. */
  abstract stored(organizationId: string, issueIds: readonly string[]): Promise<EmbeddedIssues | undefined>;
}
