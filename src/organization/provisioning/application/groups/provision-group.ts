import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { Clock } from '#kernel/domain/clock';
import { Members } from '../../../members/domain/members.js';
import { changeTeamMembers } from '../../../teams/application/team-membership.js';
import { Team } from '../../../teams/domain/team.js';
import { Teams } from '../../../teams/domain/teams.js';
import { ProvisionedGroups } from '../../domain/provisioned.js';
import { readGroup } from '../../domain/resource/group-changes.js';
import { ScimRefusal } from '../../domain/scim-refusal.js';
import { provisionedBy } from '../audit-payload.js';
import { ProvisionGroup } from './group.commands.js';

@CommandHandler(ProvisionGroup)
export class ProvisionGroupHandler implements ICommandHandler<ProvisionGroup> {
  constructor(
    readonly teams: Teams,
    readonly members: Members,
    readonly callers: Callers,
    readonly trail: AuditTrail,
    private readonly groups: ProvisionedGroups,
    private readonly clock: Clock,
  ) {}

  async execute({ by, body }: ProvisionGroup): Promise<string> {
    const { organizationId } = by;
    const { displayName, externalId = null, members } = readGroup(body);
    const now = this.clock.now();
    const team = Team.create(organizationId, displayName, now);
    if (await this.groups.hasTitle(organizationId, team.title))
      throw new ScimRefusal('uniqueness', `There is a group called ${team.title}`);
    await this.teams.save(team);
    await this.groups.save(organizationId, team.id, externalId, now);
    await this.trail.record({
      organizations: [organizationId],
      action: 'team.created',
      target: { type: 'team', id: team.id, label: team.title },
      payload: provisionedBy(by),
    });
    await changeTeamMembers(this, team, { add: [...members.added] }, undefined, provisionedBy(by));
    return team.id;
  }
}
