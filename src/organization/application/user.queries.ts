import { Query } from '#kernel/domain/messages';
import type { UserView } from '../contract/user.view.js';

/** The user who is calling. */
export class GetCurrentUser extends Query<UserView> {
  constructor(readonly userId: string) {
    super();
  }
}
