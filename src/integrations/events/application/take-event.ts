import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import type { EventState } from '../domain/delivered-event.js';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { TakeEvent } from './event.commands.js';

@CommandHandler(TakeEvent)
export class TakeEventHandler implements ICommandHandler<TakeEvent> {
  constructor(
    private readonly events: DeliveredEvents,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, stream, notBefore }: TakeEvent): Promise<EventState | undefined> {
    const event = await this.events.first(organizationId, stream);
    if (!event) return undefined;
    const state = event.snapshot();
    if (!notBefore && event.isDue(this.clock.now())) return state;
    const at = notBefore && notBefore > state.dueAt ? notBefore : state.dueAt;
    await this.events.deliverStream(organizationId, stream, at);
    return undefined;
  }
}
