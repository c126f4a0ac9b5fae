import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { NotFound } from '#kernel/domain/errors';
import { publicInviteId } from '../domain/invite.js';
import { Invites } from '../domain/invites.js';
import { requireAdministrator } from '../../organizations/application/require-administrator.js';
import { UpdateInviteLink } from './invite.commands.js';

@CommandHandler(UpdateInviteLink)
export class UpdateInviteLinkHandler implements ICommandHandler<UpdateInviteLink> {
  constructor(
    private readonly invites: Invites,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ caller, organizationId, inviteId, change }: UpdateInviteLink): Promise<void> {
    requireAdministrator(caller, organizationId);
    const invite = await this.invites.findLink(organizationId, inviteId);
    if (!invite) throw new NotFound('Invite not found');
    const before = invite.role;
    invite.change(change.kind, change.role);
    await this.invites.save(invite);
    await this.audit.record({
      organizations: [organizationId],
      action: 'link-invite.updated',
      actorId: caller.userId,
      target: { type: 'link-invite', id: publicInviteId(inviteId) },
      payload: { target: invite.target, before, level: change.role },
    });
  }
}
