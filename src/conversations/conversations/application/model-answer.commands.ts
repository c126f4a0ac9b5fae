import { NotAudited } from '#kernel/application/audits';
import { Command } from '#kernel/domain/messages';
import type { ModelAnswer } from '../domain/model-answers.js';

/** Keeps what a language model has answered. */
@NotAudited('the server asks language models by itself')
export class KeepModelAnswers extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly answers: readonly ModelAnswer[],
  ) {
    super();
  }
}

/** Deletes answers of language models that are old. */
@NotAudited('the server deletes what the settings say')
export class ForgetModelAnswers extends Command<void> {}
