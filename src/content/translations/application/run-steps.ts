import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { translate } from '../domain/translate-job.js';
import type { TranslationState } from '../domain/translation.js';
import { TranslatedContents, Translations } from '../domain/translations.js';

/** A run of a translation begins; answers what is to be translated, undefined where there is nothing to run. */
@NotAudited('a run does what was asked for before')
export class BeginTranslation extends Command<TranslationState | undefined> {
  constructor(readonly translationId: string) {
    super();
  }
}

/** An attempt failed; answers whether it is to be tried again. */
@NotAudited('a run does what was asked for before')
export class FailTranslation extends Command<boolean> {
  constructor(
    readonly translationId: string,
    readonly reason: string,
    readonly lasting: boolean,
  ) {
    super();
  }
}

@CommandHandler(BeginTranslation)
export class BeginTranslationHandler implements ICommandHandler<BeginTranslation> {
  constructor(
    private readonly translations: Translations,
    private readonly contents: TranslatedContents,
    private readonly clock: Clock,
  ) {}

  async execute({ translationId }: BeginTranslation): Promise<TranslationState | undefined> {
    const translation = await this.translations.lock(translationId);
    if (!translation) return undefined;
    const source = await this.contents.current(translation.organizationId, translation.spaceId);
    if (!translation.begin(source?.revisionId ?? null, this.clock.now())) return undefined;
    await this.translations.save(translation);
    return translation.snapshot();
  }
}

@CommandHandler(FailTranslation)
export class FailTranslationHandler implements ICommandHandler<FailTranslation> {
  constructor(
    private readonly translations: Translations,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute({ translationId, reason, lasting }: FailTranslation): Promise<boolean> {
    const translation = await this.translations.lock(translationId);
    if (!translation) return false;
    const next = translation.fail(reason, lasting, this.clock.now());
    await this.translations.save(translation);
    if (next === 'again') await this.jobs.enqueue(...translate(translationId));
    return next === 'retry';
  }
}
