import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { TeamChanges, TeamRole } from '../domain/team-changes.js';

/** Who is to be in a team and who is not. */
export type TeamMemberChanges = TeamChanges;

/** What somebody may be in a team. */
export type TeamMemberRole = TeamRole;

/** Creates a team of members of the organization, named by their ids or e-mail addresses; answers its id. */
@Audits('team.created', 'team.member-added')
export class CreateTeam extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly title: string,
    readonly members: readonly string[] = [],
  ) {
    super();
  }
}

@Audits('team.renamed')
export class RenameTeam extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly teamId: string,
    readonly title: string,
  ) {
    super();
  }
}

/** Deletes a team, and with it what was granted to it. One that is not there is no error. */
@Audits('team.deleted')
export class DeleteTeam extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly teamId: string,
  ) {
    super();
  }
}

/** Says who is in a team and who is not. Invalid when somebody is to come in who is no member of the organization. */
@Audits('team.member-added', 'team.member-removed', 'team.member-role-changed')
export class ChangeTeamMembers extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly teamId: string,
    readonly changes: TeamChanges,
  ) {
    super();
  }
}

/**
 * Puts a member of the organization into a team, or changes what they are in it. Without a role they come in as a
 * member, or keep what they are. NotFound when they are no member of the organization.
 */
@Audits('team.member-added', 'team.member-role-changed')
export class PutTeamMember extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly teamId: string,
    readonly userId: string,
    readonly role: TeamRole | undefined,
  ) {
    super();
  }
}

/** Takes somebody out of a team. Neither a team nor a member who is not there is an error. */
@Audits('team.member-removed')
export class RemoveTeamMember extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly teamId: string,
    readonly userId: string,
  ) {
    super();
  }
}
