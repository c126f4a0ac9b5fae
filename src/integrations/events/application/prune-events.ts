import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { PruneEvents } from './event.commands.js';

@CommandHandler(PruneEvents)
export class PruneEventsHandler implements ICommandHandler<PruneEvents> {
  constructor(private readonly events: DeliveredEvents) {}

  execute({ before }: PruneEvents): Promise<number> {
    return this.events.prune(before);
  }
}
