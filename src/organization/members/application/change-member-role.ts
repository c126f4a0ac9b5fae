import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { NotFound } from '#kernel/domain/errors';
import { Members } from '../domain/members.js';
import { authorizeOrganization } from '../../organizations/application/authorize-organization.js';
import { ChangeMemberRole } from './member.commands.js';

@CommandHandler(ChangeMemberRole)
export class ChangeMemberRoleHandler implements ICommandHandler<ChangeMemberRole> {
  constructor(
    private readonly members: Members,
    private readonly callers: Callers,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, organizationId, userId, role }: ChangeMemberRole): Promise<void> {
    authorizeOrganization(caller, organizationId, 'admin');
    const others = await this.members.countOtherAdministrators(organizationId, userId);
    const member = await this.members.findMember(organizationId, userId);
    if (!member) throw new NotFound('Member not found');
    const before = member.role;
    if (role === undefined || role === before) return;
    member.changeRole(role, others);
    await this.members.save(member);
    await this.callers.changed(userId);
    await this.trail.record({
      organizations: [organizationId],
      action: 'member.role-changed',
      actorId: caller.userId,
      target: { type: 'member', id: userId },
      payload: { before, after: role },
    });
  }
}
