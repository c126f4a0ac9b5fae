import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Teams } from '../domain/teams.js';
import { authorizeTeam } from './authorize-team.js';
import { RenameTeam } from './team.commands.js';

@CommandHandler(RenameTeam)
export class RenameTeamHandler implements ICommandHandler<RenameTeam> {
  constructor(
    private readonly teams: Teams,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, organizationId, teamId, title }: RenameTeam): Promise<void> {
    const team = await authorizeTeam(this.teams, caller, organizationId, teamId);
    const before = team.title;
    team.rename(title);
    if (team.title === before) return;
    await this.teams.save(team);
    await this.trail.record({
      organizations: [organizationId],
      action: 'team.renamed',
      actorId: caller.userId,
      target: { type: 'team', id: teamId, label: team.title },
      payload: { before, after: team.title },
    });
  }
}
