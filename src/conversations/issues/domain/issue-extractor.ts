import type { ConversationPart } from '../../conversations/domain/conversation.js';
import type { FoundIssue } from './issue.js';

/** What is read of a conversation. */
export interface ReadConversation {
  id: string;
  subject: string | null;
  parts: readonly ConversationPart[];
}

/** What was found in a conversation. */
export interface Extracted {
  issues: readonly FoundIssue[];
  /** The language model that found it, and a hash of the text it was given; absent where the text was read without one. */
  model?: { name: string; textHash: string };
}

/** Finds what the users of conversations wanted: for each conversation none, one or several issues. */
export abstract class IssueExtractor {
  /** How many conversations to give to it at a time. */
  abstract readonly most: number;
  abstract extract(organizationId: string, conversations: readonly ReadConversation[]): Promise<Extracted[]>;
}
