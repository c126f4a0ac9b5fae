import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { UserView } from '../../contract/user.view.js';

/** The user who is calling. */
export class GetCurrentUser extends Query<UserView> {
  constructor(readonly userId: string) {
    super();
  }
}

/** A user who shares an organization with the caller, or the caller; NotFound for any other. */
export class GetUser extends Query<UserView> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
  ) {
    super();
  }
}
