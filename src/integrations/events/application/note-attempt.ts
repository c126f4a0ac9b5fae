import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { DeliveredEvent } from '../domain/delivered-event.js';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { NoteAttempt } from './event.commands.js';

@CommandHandler(NoteAttempt)
export class NoteAttemptHandler implements ICommandHandler<NoteAttempt> {
  constructor(
    private readonly events: DeliveredEvents,
    private readonly clock: Clock,
  ) {}

  async execute({ event: state, outcome, logs }: NoteAttempt): Promise<void> {
    const event = DeliveredEvent.from(state);
    event.attempted(outcome, logs, this.clock.now(), Math.random());
    await this.events.save(event);
  }
}
