import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { NotFound } from '#kernel/domain/errors';
import { Members } from '../domain/members.js';
import { authorizeOrganization } from '../../organizations/application/authorize-organization.js';
import { SetSsoMember } from './member.commands.js';

@CommandHandler(SetSsoMember)
export class SetSsoMemberHandler implements ICommandHandler<SetSsoMember> {
  constructor(
    private readonly members: Members,
    private readonly callers: Callers,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, organizationId, userId }: SetSsoMember): Promise<void> {
    authorizeOrganization(caller, organizationId, 'admin');
    const member = await this.members.findMember(organizationId, userId);
    if (!member) throw new NotFound('Member not found');
    if (member.sso) return;
    member.signInBySso();
    await this.members.save(member);
    await this.callers.changed(userId);
    await this.trail.record({
      organizations: [organizationId],
      action: 'member.sso-enabled',
      actorId: caller.userId,
      target: { type: 'member', id: userId },
    });
  }
}
