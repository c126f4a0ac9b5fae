import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { OrganizationView } from './organization.view.js';
import type { TokenView } from './token.view.js';
import type { UserView } from './user.view.js';

/** One organization the caller belongs to; NotFound for any other. */
export class GetOrganization extends Query<OrganizationView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
  ) {
    super();
  }
}

/** The organizations the caller belongs to, the oldest first. */
export class ListOrganizations extends Query<Page<OrganizationView>> {
  constructor(
    readonly caller: Caller,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** Users by id; those that are not known are absent from the answer. */
export class UsersByIds extends Query<Map<string, UserView>> {
  constructor(readonly userIds: readonly string[]) {
    super();
  }
}

/** The user with an e-mail address. */
export class UserByEmail extends Query<string | undefined> {
  constructor(readonly email: string) {
    super();
  }
}

/** The user as a caller, as if called with a token of theirs: for what runs on the user's behalf. */
export class CallerOfUser extends Query<Caller | undefined> {
  constructor(readonly userId: string) {
    super();
  }
}

/** The personal tokens of a user, or those confined to one organization, the newest first; never their secrets. */
export class ListTokens extends Query<Page<TokenView>> {
  constructor(
    readonly userId: string,
    readonly page: PageRequest,
    readonly confinedTo?: string,
  ) {
    super();
  }
}
