import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventChain } from '#kernel/application/event-chain';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { UsersByIds, type UserView } from '#organization';
import { DeliveredEvent, MOST_DEPTH } from '../domain/delivered-event.js';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { AnnounceEvent } from './event.commands.js';

@CommandHandler(AnnounceEvent)
export class AnnounceEventHandler implements ICommandHandler<AnnounceEvent> {
  constructor(
    private readonly events: DeliveredEvents,
    private readonly chain: EventChain,
    private readonly clock: Clock,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** At the end of a long chain nothing is sent: scripts that change what they hear of would never come to rest. */
  async execute({ audience, event, updatedBy }: AnnounceEvent): Promise<void> {
    const { organizationId, target } = audience;
    const depth = this.chain.length;
    if (depth > MOST_DEPTH) return;
    const now = this.clock.now();
    const listeners = await this.events.listeners(audience);
    if (listeners.length === 0) return;
    const payload = updatedBy ? { ...event.payload, updatedBy: await this.#users(updatedBy) } : event.payload;
    const what = { organizationId, target, type: event.type, payload, depth };
    await this.events.add(listeners.map((listener) => DeliveredEvent.create({ ...what, ...listener }, now)));
  }

  /** As a script sees them, which is without their e-mail addresses. */
  async #users(ids: readonly string[]): Promise<UserView[]> {
    const users = await this.dispatcher.ask(new UsersByIds(ids));
    return [...users.values()].map(({ email: _, ...user }) => user);
  }
}
