import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { NotFound } from '#kernel/domain/errors';
import { Teams } from '../../../teams/domain/teams.js';
import { provisionedBy } from '../audit-payload.js';
import { RemoveProvisionedGroup } from './group.commands.js';

@CommandHandler(RemoveProvisionedGroup)
export class RemoveProvisionedGroupHandler implements ICommandHandler<RemoveProvisionedGroup> {
  constructor(
    private readonly teams: Teams,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ by, groupId }: RemoveProvisionedGroup): Promise<void> {
    const { organizationId } = by;
    const team = await this.teams.findToChange(organizationId, groupId);
    if (!team) throw new NotFound('Group not found');
    team.delete();
    const userIds = await this.teams.remove(team);
    await this.callers.changed(...userIds);
    await this.audit.record({
      organizations: [organizationId],
      action: 'team.deleted',
      target: { type: 'team', id: groupId, label: team.title },
      payload: { members: userIds.length, ...provisionedBy(by) },
    });
  }
}
