import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { SentConversation } from '../domain/conversation.js';

export {
  MOST_AT_ONCE,
  MOST_CHARACTERS,
  PART_ROLES,
  type PartRole,
  type SentConversation,
} from '../domain/conversation.js';
export { MOST_DAYS } from '../domain/conversation-settings.js';

/** Stores conversations, masked. What their users wanted is found afterwards. */
@NotAudited('conversations come by the thousand, and say themselves where they come from')
export class IngestConversations extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly conversations: readonly SentConversation[],
  ) {
    super();
  }
}

/** Changes what an organization has set about its conversations; members left out stay as they are. */
@Audits('conversations.settings-updated')
export class UpdateConversationSettings extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly changes: { retentionDays?: number | null | undefined },
  ) {
    super();
  }
}

/** Deletes conversations that are older than their organizations keep them. Returns how many; some may be left. */
@NotAudited('the server deletes what the settings say')
export class PurgeConversations extends Command<number> {}
