import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Invites } from '../domain/invites.js';
import { PurgeInvites } from './invite.commands.js';

const KEPT_MS = 30 * 86_400_000;

@CommandHandler(PurgeInvites)
export class PurgeInvitesHandler implements ICommandHandler<PurgeInvites> {
  constructor(
    private readonly invites: Invites,
    private readonly clock: Clock,
  ) {}

  execute(): Promise<void> {
    return this.invites.purge(new Date(this.clock.now().getTime() - KEPT_MS));
  }
}
