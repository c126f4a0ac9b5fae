import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventChain } from '#kernel/application/event-chain';
import { Clock } from '#kernel/domain/clock';
import { DeliveredEvent, MOST_DEPTH } from '../domain/delivered-event.js';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { RecordEvent } from './event.commands.js';

@CommandHandler(RecordEvent)
export class RecordEventHandler implements ICommandHandler<RecordEvent> {
  constructor(
    private readonly events: DeliveredEvents,
    private readonly chain: EventChain,
    private readonly clock: Clock,
  ) {}

  /** An event at the end of a long chain is dropped: the script that changes what it hears of would never come to rest. */
  async execute({ event }: RecordEvent): Promise<void> {
    const depth = this.chain.length;
    if (depth > MOST_DEPTH) return;
    await this.events.add([DeliveredEvent.create({ ...event, depth }, this.clock.now())]);
  }
}
