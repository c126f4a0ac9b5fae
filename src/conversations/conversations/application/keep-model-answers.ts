import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { ModelAnswers } from '../domain/model-answers.js';
import { KeepModelAnswers } from './model-answer.commands.js';

@CommandHandler(KeepModelAnswers)
export class KeepModelAnswersHandler implements ICommandHandler<KeepModelAnswers> {
  constructor(
    private readonly answers: ModelAnswers,
    private readonly clock: Clock,
  ) {}

  execute({ organizationId, answers }: KeepModelAnswers): Promise<void> {
    return this.answers.keep(organizationId, answers, this.clock.now());
  }
}
