import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Conversations } from '../domain/conversations.js';
import { PurgeConversations } from './conversation.commands.js';

@CommandHandler(PurgeConversations)
export class PurgeConversationsHandler implements ICommandHandler<PurgeConversations> {
  constructor(
    private readonly conversations: Conversations,
    private readonly clock: Clock,
  ) {}

  execute(): Promise<number> {
    return this.conversations.purge(this.clock.now());
  }
}
