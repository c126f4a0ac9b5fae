import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { ConversationDetailView, ConversationSettingsView, ConversationView } from './conversation.view.js';

/** The conversations of an organization, the latest first; with a source those from there. */
export class ListConversations extends Query<Page<ConversationView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly source: string | undefined,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** One conversation with all that was written. */
export class GetConversation extends Query<ConversationDetailView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly conversationId: string,
  ) {
    super();
  }
}

/** What an organization has set about its conversations. */
export class GetConversationSettings extends Query<ConversationSettingsView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
  ) {
    super();
  }
}
