import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { NotFound } from '#kernel/domain/errors';
import { Members } from '../../members/domain/members.js';
import type { Team } from '../domain/team.js';
import { Teams } from '../domain/teams.js';
import { authorizeTeam } from './authorize-team.js';
import { changeTeamMembers } from './team-membership.js';
import { RemoveTeamMember } from './team.commands.js';

@CommandHandler(RemoveTeamMember)
export class RemoveTeamMemberHandler implements ICommandHandler<RemoveTeamMember> {
  constructor(
    readonly teams: Teams,
    readonly members: Members,
    readonly callers: Callers,
    readonly trail: AuditTrail,
  ) {}

  async execute(command: RemoveTeamMember): Promise<void> {
    const team = await this.#find(command);
    if (team) await changeTeamMembers(this, team, { remove: [command.userId] }, command.caller.userId);
  }

  /** A missing team is no error. */
  async #find({ caller, organizationId, teamId }: RemoveTeamMember): Promise<Team | undefined> {
    try {
      return await authorizeTeam(this.teams, caller, organizationId, teamId);
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}
