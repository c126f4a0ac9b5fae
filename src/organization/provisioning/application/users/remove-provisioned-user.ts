import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { NotFound } from '#kernel/domain/errors';
import { Members } from '../../../members/domain/members.js';
import { provisionedBy } from '../audit-payload.js';
import { RemoveProvisionedUser } from './user.commands.js';

@CommandHandler(RemoveProvisionedUser)
export class RemoveProvisionedUserHandler implements ICommandHandler<RemoveProvisionedUser> {
  constructor(
    private readonly members: Members,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ by, userId }: RemoveProvisionedUser): Promise<void> {
    const { organizationId } = by;
    const others = await this.members.countOtherAdministrators(organizationId, userId);
    const member = await this.members.findToAdmit(organizationId, userId);
    if (!member) throw new NotFound('User not found');
    member.leave(others);
    await this.members.remove(member);
    await this.callers.changed(userId);
    await this.audit.record({
      organizations: [organizationId],
      action: 'member.removed',
      target: { type: 'member', id: userId },
      payload: { role: member.role, ...provisionedBy(by) },
    });
  }
}
