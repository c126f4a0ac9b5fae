import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { validDescription } from '../../domain/change-request/description.js';
import { translate } from '../../domain/translation/translate-job.js';
import { Translations } from '../../domain/translation/translations.js';
import { reachTranslation, requireRole } from './reach-translation.js';
import {
  DeleteTranslation,
  FollowSource,
  RunAllTranslations,
  RunTranslation,
  UpdateTranslation,
} from './translation.commands.js';

@CommandHandler(UpdateTranslation)
export class UpdateTranslationHandler implements ICommandHandler<UpdateTranslation> {
  constructor(
    private readonly translations: Translations,
    private readonly jobs: Jobs,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, key, instructions }: UpdateTranslation): Promise<void> {
    const translation = await reachTranslation(this.translations, caller, key, 'edit');
    const now = this.clock.now();
    if (!translation.instruct(validDescription(instructions, 'instructions'), now)) return;
    translation.wantRun(now, { changed: true });
    await this.translations.save(translation);
    await this.jobs.enqueue(...translate(translation.id));
    await this.trail.record({
      organizations: [translation.organizationId],
      action: 'translation.updated',
      actorId: caller.userId,
      target: { type: 'translation', id: translation.id },
      payload: { space: translation.spaceId },
    });
  }
}

/** The job is arranged for in any case: one that was lost comes back so, and one too many finds nothing to do. */
@CommandHandler(RunTranslation)
export class RunTranslationHandler implements ICommandHandler<RunTranslation> {
  constructor(
    private readonly translations: Translations,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, key }: RunTranslation): Promise<void> {
    const translation = await reachTranslation(this.translations, caller, key, 'edit');
    translation.wantRun(this.clock.now(), { changed: false });
    await this.translations.save(translation);
    await this.jobs.enqueue(...translate(translation.id));
  }
}

@CommandHandler(DeleteTranslation)
export class DeleteTranslationHandler implements ICommandHandler<DeleteTranslation> {
  constructor(
    private readonly translations: Translations,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, key }: DeleteTranslation): Promise<void> {
    const held = await this.translations.held(caller, key.organizationId, key.translationId);
    const translation = requireRole(held, 'create');
    if (!translation) return;
    await this.translations.delete(translation);
    await this.trail.record({
      organizations: [translation.organizationId],
      action: 'translation.deleted',
      actorId: caller.userId,
      target: { type: 'translation', id: translation.id },
      payload: { space: translation.spaceId },
    });
  }
}

@CommandHandler(RunAllTranslations)
export class RunAllTranslationsHandler implements ICommandHandler<RunAllTranslations> {
  constructor(
    private readonly translations: Translations,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId }: RunAllTranslations): Promise<void> {
    const now = this.clock.now();
    for (const translation of await this.translations.ofOrganization(organizationId)) {
      translation.wantRun(now, { changed: true });
      await this.translations.save(translation);
      await this.jobs.enqueue(...translate(translation.id));
    }
  }
}

@CommandHandler(FollowSource)
export class FollowSourceHandler implements ICommandHandler<FollowSource> {
  constructor(
    private readonly translations: Translations,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, spaceId, revisionId }: FollowSource): Promise<void> {
    const now = this.clock.now();
    for (const translation of await this.translations.ofSource(organizationId, spaceId)) {
      const arranged = translation.followSource(revisionId, now);
      await this.translations.save(translation);
      if (arranged) await this.jobs.enqueue(...translate(translation.id, now));
    }
  }
}
