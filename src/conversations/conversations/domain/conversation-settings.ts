/** What an organization has set about its conversations. */
export interface ConversationSettings {
  organizationId: string;
  /** For how many days after they began conversations are kept; null for ever. */
  retentionDays: number | null;
}

/** Most days that can be set: a hundred years. */
export const MOST_DAYS = 36_500;

export abstract class ConversationSettingsOf {
  abstract get(organizationId: string): Promise<ConversationSettings>;
  abstract save(settings: ConversationSettings): Promise<void>;
}
