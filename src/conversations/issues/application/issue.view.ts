import type { ConversationView } from '../../conversations/application/conversation.view.js';

export class ConversationIssueUrls {
  /** @example https://docs.example.com/v1/orgs/0VbbU5c6Ms1UbIx3WyPj/conversations-issues/0VbbUGy0Tk3BsYf9VwGi */
  location!: string;
}

/** What a user wanted in a conversation. */
export class ConversationIssueView {
  /** @example conversation-issue */
  object!: 'conversation-issue';
  /** @example 0VbbUGy0Tk3BsYf9VwGi */
  id!: string;
  /** @example "How do I get my money back?" */
  title!: string;
  /** @example "I paid twice for March. How do I get my money back?" */
  summary!: string;
  /**
   * When the conversation began.
   * @example 2026-01-15T09:30:00.000Z
   */
  createdAt!: string;
  /**
   * When it was found.
   * @example 2026-01-15T09:31:00.000Z
   */
  ingestedAt!: string;
  /**
   * Id of the conversation.
   * @example ticket-4711
   */
  conversation!: string;
  /**
   * Id of the cluster it is in; absent until it has joined one.
   * @example 0VbbUHz1Ul4CtZg0WxHj
   */
  cluster?: string;
  /**
   * The language the user wrote in; absent where it is not certain. An addition of Quire to the API.
   * @example en
   */
  language?: string;
  urls!: ConversationIssueUrls;
}

/** An issue with its conversation. */
export class IssueOfConversationView {
  issue!: ConversationIssueView;
  conversation!: ConversationView;
}
