import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { Integrations } from '../../integrations/domain/integrations.js';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { requireSeenEvents } from '../domain/event.policy.js';
import { DeliverEventAgain } from './event.commands.js';

@CommandHandler(DeliverEventAgain)
export class DeliverEventAgainHandler implements ICommandHandler<DeliverEventAgain> {
  constructor(
    private readonly integrations: Integrations,
    private readonly events: DeliveredEvents,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, name, eventId }: DeliverEventAgain): Promise<void> {
    const { integrationId, organizations } = requireSeenEvents(caller, await this.integrations.named(name));
    const event = await this.events.find(integrationId, eventId);
    if (!event || organizations?.includes(event.organizationId) === false) throw new NotFound('Event not found');
    event.deliverAgain(this.clock.now());
    await this.events.again(event);
  }
}
