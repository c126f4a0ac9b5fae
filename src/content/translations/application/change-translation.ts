import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail, type AuditEntry } from '#kernel/application/audit-trail';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { AllowsAI } from '#organization';
import { validDescription } from '../../revisions/domain/page/description.js';
import { requireAI } from '../../spaces/domain/space/require-ai.js';
import { translate } from '../domain/translate-job.js';
import type { Translation } from '../domain/translation.js';
import { Translations } from '../domain/translations.js';
import { authorizeTranslation, requireRole } from './authorize-translation.js';
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
    const translation = await authorizeTranslation(this.translations, caller, key, 'edit');
    const now = this.clock.now();
    if (!translation.instruct(validDescription(instructions, 'instructions'), now)) return;
    translation.wantRun(now, { changed: true });
    await this.translations.save(translation);
    await this.jobs.enqueue(...translate(translation.id));
    await this.trail.record({ action: 'translation.updated', ...said(translation, caller) });
  }
}

/** What the audit trail says of any change of a translation. */
function said({ organizationId, id, spaceId }: Translation, { userId }: Caller): Omit<AuditEntry, 'action'> {
  return {
    organizations: [organizationId],
    actorId: userId,
    target: { type: 'translation', id },
    payload: { space: spaceId },
  };
}

/** The job is arranged for in any case: one that was lost comes back so, and one too many finds nothing to do. */
@CommandHandler(RunTranslation)
export class RunTranslationHandler implements ICommandHandler<RunTranslation> {
  constructor(
    private readonly translations: Translations,
    private readonly dispatcher: Dispatcher,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, key }: RunTranslation): Promise<void> {
    const translation = await authorizeTranslation(this.translations, caller, key, 'edit');
    requireAI(await this.dispatcher.ask(new AllowsAI(translation.organizationId)));
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
    await this.trail.record({ action: 'translation.deleted', ...said(translation, caller) });
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
    const all = await this.translations.ofOrganization(organizationId);
    for (const translation of all) translation.wantRun(now, { changed: true });
    await this.translations.saveRuns(all);
    for (const { id } of all) await this.jobs.enqueue(...translate(id));
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
    const all = await this.translations.ofSource(organizationId, spaceId);
    const begun = all.filter((translation) => translation.followSource(revisionId, now));
    await this.translations.saveRuns(all);
    for (const { id } of begun) await this.jobs.enqueue(...translate(id, now));
  }
}
