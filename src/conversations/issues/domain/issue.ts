/** What a user wanted, as it was found in a conversation. */
export interface FoundIssue {
  /** At most 120 characters. */
  title: string;
  /** At most 500 characters. */
  summary: string;
  /** As the API names it; absent where it is not certain. */
  language?: string | undefined;
}

/** An issue as it is stored. */
export interface IssueState {
  organizationId: string;
  id: string;
  conversationId: string;
  /** Of the conversation. */
  source: string;
  title: string;
  summary: string;
  language: string | null;
  /** When the conversation began. */
  createdAt: Date;
  ingestedAt: Date;
  /** The cluster it is in; null until it has joined one. */
  clusterId: string | null;
  joinedAt: Date | null;
}
