import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { NoteAttempts } from './event.commands.js';

@CommandHandler(NoteAttempts)
export class NoteAttemptsHandler implements ICommandHandler<NoteAttempts> {
  constructor(
    private readonly events: DeliveredEvents,
    private readonly clock: Clock,
  ) {}

  async execute({ attempted, ended }: NoteAttempts): Promise<void> {
    await this.events.note(attempted, ended);
    for (const event of attempted.filter(({ waits }) => waits)) {
      const { integrationId, dueAt } = event.snapshot();
      await this.events.deliver(integrationId, dueAt, this.clock.now());
    }
  }
}
