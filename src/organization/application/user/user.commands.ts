import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { UserChanges } from '../../domain/user.js';

/** Changes what others see of a user; only the user may. */
export class UpdateUser extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
    readonly changes: UserChanges,
  ) {
    super();
  }
}
