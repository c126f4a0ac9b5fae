import type { TeamView, UserView } from '#organization';
import type { SpaceView } from '../../../contract/space.view.js';

/** A user, and what they may do. */
export class UserPermissionView {
  /** @example edit */
  permission!: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
  user!: UserView;
}

/** A team, and what it was granted. */
export class TeamPermissionView {
  /** @example edit */
  permission!: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
  team!: TeamView;
}

/** A space, and what a member may do there. */
export class MemberSpaceView {
  /** @example edit */
  permission!: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
  space!: SpaceView;
}
