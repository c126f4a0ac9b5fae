import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { Teams } from '../domain/teams.js';
import { authorizeOrganization } from '../../organizations/application/authorize-organization.js';
import { DeleteTeam } from './team.commands.js';

@CommandHandler(DeleteTeam)
export class DeleteTeamHandler implements ICommandHandler<DeleteTeam> {
  constructor(
    private readonly teams: Teams,
    private readonly callers: Callers,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, organizationId, teamId }: DeleteTeam): Promise<void> {
    if (!caller.roles.has(organizationId)) return;
    authorizeOrganization(caller, organizationId, 'admin');
    const team = await this.teams.findToChange(organizationId, teamId);
    if (!team) return;
    team.delete();
    const userIds = await this.teams.remove(team);
    await this.callers.changed(...userIds);
    await this.trail.record({
      organizations: [organizationId],
      action: 'team.deleted',
      actorId: caller.userId,
      target: { type: 'team', id: teamId, label: team.title },
      payload: { members: userIds.length },
    });
  }
}
