import type { ConversationPart } from '../../conversations/domain/conversation.js';
import type { FoundIssue } from './issue.js';

/** What is read of a conversation. */
export interface ReadConversation {
  id: string;
  subject: string | null;
  parts: readonly ConversationPart[];
}

/** Finds what the users of conversations wanted: for each conversation none, one or several issues. */
export abstract class IssueExtractor {
  /** How many conversations to give to it at a time. */
  abstract readonly most: number;
  abstract extract(organizationId: string, conversations: readonly ReadConversation[]): Promise<FoundIssue[][]>;
}
