import type { PartRole } from '../domain/conversation.js';

export class ConversationUrls {
  /** @example https://docs.example.com/v1/orgs/0VbbU5c6Ms1UbIx3WyPj/conversations/ticket-4711 */
  location!: string;
  /**
   * Where it is found in the system it comes from; the same as `location` where that is not known.
   * @example https://support.example.com/tickets/4711
   */
  source!: string;
}

/** A conversation with support. */
export class ConversationView {
  /** @example conversation */
  object!: 'conversation';
  /**
   * As its sender names it.
   * @example ticket-4711
   */
  id!: string;
  /** @example "Invoice for March" */
  subject?: string;
  /**
   * When it began.
   * @example 2026-01-15T09:30:00.000Z
   */
  createdAt!: string;
  /**
   * When its issues were found; absent before.
   * @example 2026-01-15T09:31:00.000Z
   */
  processedAt?: string;
  /**
   * Where it comes from: `integration:<name>:<installation>`, or `api` where a member sent it.
   * @example integration:helpdesk:0VbbUK0eVp7EwCj3YaJn
   */
  source!: string;
  urls!: ConversationUrls;
}

/** A message of a conversation. */
export class ConversationPartView {
  /** @example message */
  type!: 'message';
  /** @example user */
  role!: PartRole;
  /**
   * Markdown or HTML as it was sent; what identifies people or opens accounts is masked.
   * @example "I paid twice for March. My address is [e-mail]."
   */
  body!: string;
}

/** What is known of a conversation besides its text. */
export class ConversationMetadataView {
  /**
   * The same as `urls.source` of the conversation.
   * @example https://support.example.com/tickets/4711
   */
  url!: string;
  /** @example { "plan": "pro" } */
  attributes!: Record<string, string>;
  /** @example 2026-01-15T09:30:00.000Z */
  createdAt!: string;
}

/** A conversation with all that was written. */
export class ConversationDetailView {
  conversation!: ConversationView;
  parts!: ConversationPartView[];
  metadata!: ConversationMetadataView;
}

/** What an organization has set about its conversations. */
export class ConversationSettingsView {
  /** @example conversation-settings */
  object!: 'conversation-settings';
  /**
   * For how many days after they began conversations are kept, with their issues; null for ever. A job deletes them
   * every night.
   * @example 365
   */
  retentionDays!: number | null;
}
