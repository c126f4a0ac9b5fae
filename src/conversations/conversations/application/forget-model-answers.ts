import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { ModelAnswers } from '../domain/model-answers.js';
import { ForgetModelAnswers } from './model-answer.commands.js';

@CommandHandler(ForgetModelAnswers)
export class ForgetModelAnswersHandler implements ICommandHandler<ForgetModelAnswers> {
  constructor(
    private readonly answers: ModelAnswers,
    private readonly clock: Clock,
  ) {}

  execute(): Promise<void> {
    return this.answers.forget(this.clock.now());
  }
}
