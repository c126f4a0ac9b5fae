import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { DeliveredEvent } from '../domain/delivered-event.js';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { AnnounceEvent } from './event.commands.js';

@CommandHandler(AnnounceEvent)
export class AnnounceEventHandler implements ICommandHandler<AnnounceEvent> {
  constructor(
    private readonly events: DeliveredEvents,
    private readonly clock: Clock,
  ) {}

  async execute({ audience, event }: AnnounceEvent): Promise<void> {
    const { organizationId, target } = audience;
    const now = this.clock.now();
    const listeners = await this.events.listeners(audience);
    await this.events.add(
      listeners.map((listener) =>
        DeliveredEvent.create({ organizationId, target, ...listener, ...event, depth: 0 }, now),
      ),
    );
  }
}
