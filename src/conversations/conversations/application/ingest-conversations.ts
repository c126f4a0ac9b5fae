import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Invalid } from '#kernel/domain/errors';
import { Events } from '#kernel/domain/events';
import { ConversationsIngested } from '../../contract/events.js';
import { charactersOf, MOST_CHARACTERS, type SentConversation } from '../domain/conversation.js';
import { requireIngesting } from '../domain/conversation.policy.js';
import { Conversations } from '../domain/conversations.js';
import { Masks } from '../domain/masks.js';
import { IngestConversations } from './conversation.commands.js';

@CommandHandler(IngestConversations)
export class IngestConversationsHandler implements ICommandHandler<IngestConversations> {
  constructor(
    private readonly conversations: Conversations,
    private readonly masks: Masks,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, conversations }: IngestConversations): Promise<void> {
    const source = requireIngesting(caller, organizationId);
    conversations.forEach(requireFit);
    const origin = { organizationId, source, now: this.clock.now() };
    const masked = await this.masks.received(lastOfEach(conversations), origin);
    const changed = await this.conversations.store(organizationId, masked);
    if (changed > 0) await this.events.store([new ConversationsIngested(organizationId)]);
  }
}

function requireFit(conversation: SentConversation): void {
  const characters = charactersOf(conversation);
  if (characters > MOST_CHARACTERS)
    throw new Invalid(`The parts of a conversation take at most ${MOST_CHARACTERS} characters; it has ${characters}`);
}

/** Of several with the same id, the last one. */
function lastOfEach(conversations: readonly SentConversation[]): SentConversation[] {
  return [...new Map(conversations.map((conversation) => [conversation.id, conversation])).values()];
}
