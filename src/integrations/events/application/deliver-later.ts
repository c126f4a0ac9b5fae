import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { DeliverLater } from './event.commands.js';

@CommandHandler(DeliverLater)
export class DeliverLaterHandler implements ICommandHandler<DeliverLater> {
  constructor(
    private readonly events: DeliveredEvents,
    private readonly clock: Clock,
  ) {}

  execute({ integrationId, inMs }: DeliverLater): Promise<void> {
    const now = this.clock.now();
    return this.events.deliver(integrationId, new Date(now.getTime() + inMs), now);
  }
}
