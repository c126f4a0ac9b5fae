import type { UserView } from './user.view.js';

/** A user in an organization. */
export class MemberView {
  object!: 'member';
  /**
   * Id of the user.
   * @example 0VbbU2w9Gm5NvCr7QsJd
   */
  id!: string;
  /**
   * What they may do in the organization; null for a guest, who reaches only what was granted to them.
   * @example edit
   */
  role!: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
  user!: UserView;
  /**
   * Whether the membership is suspended: it then lets the user reach nothing.
   * @example false
   */
  disabled!: boolean;
  /** @example 2026-01-15T09:30:00.000Z */
  joinedAt!: string;
  /**
   * Absent when they were never seen; correct to a minute.
   * @example 2026-02-03T14:05:00.000Z
   */
  lastSeenAt?: string;
  /**
   * Whether they sign in by SSO.
   * @example false
   */
  sso!: boolean;
  /**
   * How many spaces were granted to them by name.
   * @example 3
   */
  spaces!: number;
  /**
   * How many teams they are in.
   * @example 2
   */
  teams!: number;
  /**
   * How many sites were granted to them by name: none, since sites are granted to nobody.
   * @example 0
   */
  sites!: 0;
}
