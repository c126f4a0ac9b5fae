import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Command } from '#kernel/domain/messages';
import { ForgetComponents } from '#publishing';
import { LogFailedRequest } from '../../events/application/event.commands.js';
import type { RenderFailure } from './render.queries.js';

/** Logs that a component could not be rendered. Where a visitor was shown a notice, renderers forget it before long. */
@NotAudited('a script that fails changes nothing')
export class NoteFailure extends Command<void> {
  constructor(
    /** Of the integration. */
    readonly name: string,
    readonly failure: RenderFailure,
  ) {
    super();
  }
}

@CommandHandler(NoteFailure)
export class NoteFailureHandler implements ICommandHandler<NoteFailure> {
  constructor(private readonly dispatcher: Dispatcher) {}

  async execute({ name, failure: { event, logs, forVisitor } }: NoteFailure): Promise<void> {
    await this.dispatcher.run(new LogFailedRequest(event, logs));
    if (forVisitor) await this.dispatcher.run(new ForgetComponents(name, true));
  }
}
