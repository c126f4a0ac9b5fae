import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { Clock } from '#kernel/domain/clock';
import { Members } from '../../members/domain/members.js';
import { Team } from '../domain/team.js';
import { Teams } from '../domain/teams.js';
import { authorizeOrganization } from '../../organizations/application/authorize-organization.js';
import { changeTeamMembers } from './team-membership.js';
import { CreateTeam } from './team.commands.js';

@CommandHandler(CreateTeam)
export class CreateTeamHandler implements ICommandHandler<CreateTeam> {
  constructor(
    readonly teams: Teams,
    readonly members: Members,
    readonly callers: Callers,
    readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, title, members }: CreateTeam): Promise<string> {
    authorizeOrganization(caller, organizationId, 'admin');
    const team = Team.create(organizationId, title, this.clock.now());
    await this.teams.save(team);
    await this.trail.record({
      organizations: [organizationId],
      action: 'team.created',
      actorId: caller.userId,
      target: { type: 'team', id: team.id, label: team.title },
    });
    await changeTeamMembers(this, team, { add: members }, caller.userId);
    return team.id;
  }
}
