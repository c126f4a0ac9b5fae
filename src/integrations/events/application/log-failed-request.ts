import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { DeliveredEvent } from '../domain/delivered-event.js';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { LogFailedRequest } from './event.commands.js';

/** Most entries of one integration in a minute: pages are read far more often than a script is mended. */
const MOST_IN_WINDOW = 10;
const WINDOW_MS = 60_000;

@CommandHandler(LogFailedRequest)
export class LogFailedRequestHandler implements ICommandHandler<LogFailedRequest> {
  constructor(
    private readonly events: DeliveredEvents,
    private readonly clock: Clock,
  ) {}

  async execute({ event, logs }: LogFailedRequest): Promise<void> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - WINDOW_MS);
    if ((await this.events.logged(event, since, MOST_IN_WINDOW)) >= MOST_IN_WINDOW) return;
    await this.events.log(DeliveredEvent.failed(event, logs, now));
  }
}
