import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { publicInviteId } from '../domain/invite.js';
import { Invites } from '../domain/invites.js';
import { requireAdministrator } from '../../organizations/application/require-administrator.js';
import { DeleteInviteLink } from './invite.commands.js';

@CommandHandler(DeleteInviteLink)
export class DeleteInviteLinkHandler implements ICommandHandler<DeleteInviteLink> {
  constructor(
    private readonly invites: Invites,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ caller, organizationId, inviteId }: DeleteInviteLink): Promise<void> {
    if (!caller.roles.has(organizationId)) return;
    requireAdministrator(caller, organizationId);
    if (!(await this.invites.removeLink(organizationId, inviteId))) return;
    await this.audit.record({
      organizations: [organizationId],
      action: 'link-invite.deleted',
      actorId: caller.userId,
      target: { type: 'link-invite', id: publicInviteId(inviteId) },
    });
  }
}
