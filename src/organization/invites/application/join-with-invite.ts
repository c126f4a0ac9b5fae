import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireUnconfined } from '#kernel/application/caller';
import { NotFound } from '#kernel/domain/errors';
import { Invites } from '../domain/invites.js';
import { InviteAcceptance } from './invite-acceptance.js';
import { JoinWithInvite } from './invite.commands.js';

@CommandHandler(JoinWithInvite)
export class JoinWithInviteHandler implements ICommandHandler<JoinWithInvite> {
  constructor(
    private readonly invites: Invites,
    private readonly acceptance: InviteAcceptance,
  ) {}

  async execute({ caller, organizationId, inviteId }: JoinWithInvite): Promise<void> {
    requireUnconfined(caller);
    const byId = await this.invites.findToAccept(organizationId, inviteId);
    const invite = byId ?? (await this.invites.findBySecret(inviteId));
    if (invite?.organizationId !== organizationId) throw new NotFound('Invite not found');
    await this.acceptance.accept(invite, caller.userId, byId && !byId.isLink ? 'id' : 'secret');
  }
}
