/** One message of a conversation; its body is Markdown or HTML. */
export interface ConversationPart {
  type: 'message';
  role: 'user' | 'assistant' | 'team-member';
  body: string;
}

export interface ConversationText {
  subject?: string | undefined;
  parts: readonly ConversationPart[];
}

/** What a user wanted. */
export interface FoundIssue {
  /** What was asked, as it was written; at most 120 characters. */
  title: string;
  /** What says most about it, as it was written; at most 500 characters. */
  summary: string;
  /** One of `LANGUAGES`; absent where it is not certain. */
  language?: string;
}
