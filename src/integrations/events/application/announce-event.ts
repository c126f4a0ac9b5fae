import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventChain } from '#kernel/application/event-chain';
import { Clock } from '#kernel/domain/clock';
import { DeliveredEvent, MOST_DEPTH } from '../domain/delivered-event.js';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { AnnounceEvent } from './event.commands.js';

@CommandHandler(AnnounceEvent)
export class AnnounceEventHandler implements ICommandHandler<AnnounceEvent> {
  constructor(
    private readonly events: DeliveredEvents,
    private readonly chain: EventChain,
    private readonly clock: Clock,
  ) {}

  /** At the end of a long chain nothing is sent: scripts that change what they hear of would never come to rest. */
  async execute({ audience, event }: AnnounceEvent): Promise<void> {
    const { organizationId, target } = audience;
    const depth = this.chain.length;
    if (depth > MOST_DEPTH) return;
    const now = this.clock.now();
    const listeners = await this.events.listeners(audience);
    await this.events.add(
      listeners.map((listener) => DeliveredEvent.create({ organizationId, target, ...listener, ...event, depth }, now)),
    );
  }
}
