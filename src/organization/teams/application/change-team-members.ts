import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { Members } from '../../members/domain/members.js';
import { Teams } from '../domain/teams.js';
import { authorizeTeam } from './authorize-team.js';
import { changeTeamMembers } from './team-membership.js';
import { ChangeTeamMembers } from './team.commands.js';

@CommandHandler(ChangeTeamMembers)
export class ChangeTeamMembersHandler implements ICommandHandler<ChangeTeamMembers> {
  constructor(
    readonly teams: Teams,
    readonly members: Members,
    readonly callers: Callers,
    readonly trail: AuditTrail,
  ) {}

  async execute({ caller, organizationId, teamId, changes }: ChangeTeamMembers): Promise<void> {
    const team = await authorizeTeam(this.teams, caller, organizationId, teamId);
    await changeTeamMembers(this, team, changes, caller.userId);
  }
}
