import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { InviteLinkView } from './invite-link.view.js';

/** The invite links of an organization, the oldest first; for its administrators. */
export class ListInviteLinks extends Query<Page<InviteLinkView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** One invite link; for administrators. */
export class GetInviteLink extends Query<InviteLinkView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly inviteId: string,
  ) {
    super();
  }
}
