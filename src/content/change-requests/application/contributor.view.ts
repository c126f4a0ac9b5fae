import type { UserView } from '#organization';

/** Somebody who had a part in a change request. */
export class ContributorView {
  user!: UserView;
  /**
   * What they did. Who did both is listed twice.
   * @example edit
   */
  actionType!: 'edit' | 'comment';
  /**
   * How often: revisions they made, or comments and replies of theirs that are there.
   * @example 3
   */
  count!: number;
  /**
   * When they last did.
   * @example 2026-02-03T14:05:10.250Z
   */
  updatedAt!: string;
}
