import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { NotFound } from '#kernel/domain/errors';
import { Members } from '../../members/domain/members.js';
import { Teams } from '../domain/teams.js';
import { authorizeTeam } from './authorize-team.js';
import { changeTeamMembers } from './team-membership.js';
import { PutTeamMember } from './team.commands.js';

@CommandHandler(PutTeamMember)
export class PutTeamMemberHandler implements ICommandHandler<PutTeamMember> {
  constructor(
    readonly teams: Teams,
    readonly members: Members,
    readonly callers: Callers,
    readonly trail: AuditTrail,
  ) {}

  async execute({ caller, organizationId, teamId, userId, role }: PutTeamMember): Promise<void> {
    const team = await authorizeTeam(this.teams, caller, organizationId, teamId);
    if (!(await this.members.findMember(organizationId, userId))) throw new NotFound('Member not found');
    const changes = role === undefined ? { add: [userId] } : { roles: new Map([[userId, role]]) };
    await changeTeamMembers(this, team, changes, caller.userId);
  }
}
