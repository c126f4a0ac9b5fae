import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { UserChanges } from '../domain/user.js';

/** Changes what others see of a user; only the user may. */
@NotAudited('users change what others see of themselves alone')
export class UpdateUser extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
    readonly changes: UserChanges,
  ) {
    super();
  }
}
