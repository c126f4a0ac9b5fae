import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { requireAdministers } from '../../integrations/domain/integration.policy.js';
import { Integrations } from '../../integrations/domain/integrations.js';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { DeliverEventAgain } from './event.commands.js';

@CommandHandler(DeliverEventAgain)
export class DeliverEventAgainHandler implements ICommandHandler<DeliverEventAgain> {
  constructor(
    private readonly integrations: Integrations,
    private readonly events: DeliveredEvents,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, name, eventId }: DeliverEventAgain): Promise<void> {
    const integration = requireAdministers(caller, await this.integrations.named(name));
    const event = await this.events.find(integration.id, eventId);
    if (!event) throw new NotFound('Event not found');
    event.deliverAgain(this.clock.now());
    await this.events.again(event);
  }
}
