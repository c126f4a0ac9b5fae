import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { Members } from '../domain/members.js';
import { authorizeMemberAccess } from '../../organizations/application/authorize-organization.js';
import { RemoveMember } from './member.commands.js';

@CommandHandler(RemoveMember)
export class RemoveMemberHandler implements ICommandHandler<RemoveMember> {
  constructor(
    private readonly members: Members,
    private readonly callers: Callers,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, organizationId, userId }: RemoveMember): Promise<void> {
    if (!caller.roles.has(organizationId)) return;
    authorizeMemberAccess(caller, organizationId, userId, 'admin');
    const others = await this.members.countOtherAdministrators(organizationId, userId);
    const member = await this.members.findMember(organizationId, userId);
    if (!member) return;
    member.leave(others);
    await this.members.remove(member);
    await this.callers.changed(userId);
    await this.trail.record({
      organizations: [organizationId],
      action: 'member.removed',
      actorId: caller.userId,
      target: { type: 'member', id: userId },
      payload: { role: member.role },
    });
  }
}
