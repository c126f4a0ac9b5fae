import type { MemberView } from '../../contract/member.view.js';
import type { TeamView } from '../../contract/team.view.js';

/** What somebody is in a team. */
export class TeamMembershipView {
  /**
   * An owner may change the title of the team and who is in it.
   * @example member
   */
  role!: 'owner' | 'member';
}

/** What the caller may do with somebody in a team. */
export class TeamMemberPermissions {
  /** @example true */
  view!: boolean;
}

/** Somebody in a team, and what they are in the organization. */
export class TeamMemberView {
  organization!: MemberView;
  team!: TeamMembershipView;
  permissions!: TeamMemberPermissions;
}

/** A team of a member, and what they are in it. */
export class MemberTeamView {
  team!: TeamView;
  member!: TeamMembershipView;
}
