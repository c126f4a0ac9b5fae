import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { TeamView } from '../../contract/team.view.js';
import type { MemberTeamView, TeamMemberView } from './team-member.view.js';

export interface TeamFilter {
  /** Part of the title, ignoring case. */
  title?: string;
  /** Id of a member who can manage the teams. */
  owner?: string;
}

/** The teams of an organization, the oldest first. */
export class ListTeams extends Query<Page<TeamView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly filter: TeamFilter,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class GetTeam extends Query<TeamView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly teamId: string,
  ) {
    super();
  }
}

/** The members of a team, in the order of their ids. */
export class ListTeamMembers extends Query<Page<TeamMemberView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly teamId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** The teams a member is in, the oldest first. */
export class ListTeamsOfMember extends Query<Page<MemberTeamView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly userId: string,
    readonly filter: Pick<TeamFilter, 'title'>,
    readonly page: PageRequest,
  ) {
    super();
  }
}
