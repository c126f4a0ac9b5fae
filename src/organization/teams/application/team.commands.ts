import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { TeamChanges, TeamRole } from '../domain/team-changes.js';

/** Which members to add, remove or change. */
export type TeamMemberChanges = TeamChanges;

/** The roles in a team. */
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

/** Deletes a team and what was granted to it. A team that does not exist is no error. */
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

/** Adds, removes and changes members of a team. Invalid when a user to add is not a member of the organization. */
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
 * Adds a member of the organization to a team, or changes their role in it. Without a role they are added as a member,
 * or keep their role. NotFound when they are not a member of the organization.
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

/** Removes a user from a team. A missing team or member is no error. */
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
