import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { AcceptInvite } from '../../contract/commands.js';
import { Invites } from '../domain/invites.js';
import { InviteAcceptance } from './invite-acceptance.js';

@CommandHandler(AcceptInvite)
export class AcceptInviteHandler implements ICommandHandler<AcceptInvite> {
  constructor(
    private readonly invites: Invites,
    private readonly acceptance: InviteAcceptance,
  ) {}

  async execute({ secret, userId }: AcceptInvite): Promise<{ organizationId: string }> {
    const invite = await this.invites.findBySecret(secret);
    if (!invite) throw new NotFound('Invite not found');
    await this.acceptance.accept(invite, userId, 'secret');
    return { organizationId: invite.organizationId };
  }
}
