import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { AllowsAI } from '#organization';
import { validDescription } from '../../revisions/domain/page/description.js';
import { Collections } from '../../spaces/domain/collection/collections.js';
import { Places } from '../../spaces/domain/collection/places.js';
import { Grants } from '../../spaces/domain/permission/grants.js';
import { Revisions } from '../../revisions/domain/ports.js';
import { Spaces } from '../../spaces/domain/space/spaces.js';
import { requireAI } from '../../spaces/domain/space/require-ai.js';
import { SpaceContent } from '../../spaces/domain/space/space-content.js';
import type { Space } from '../../spaces/domain/space/space.js';
import { translate } from '../domain/translate-job.js';
import { requireLanguages, Translation } from '../domain/translation.js';
import { Translations } from '../domain/translations.js';
import { rankBetween } from '../../revisions/domain/tree/rank.js';
import { withPlacesLocked } from '../../spaces/application/collection/find-place.js';
import { requirePlace } from '../../spaces/application/collection/authorize-collection.js';
import { reportGrantedSpaces } from '../../spaces/application/permission/write-grants.js';
import { authorizeSpace } from '../../spaces/application/space/authorize-space.js';
import { CreateTranslation } from './translation.commands.js';

@CommandHandler(CreateTranslation)
export class CreateTranslationHandler implements ICommandHandler<CreateTranslation> {
  constructor(
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly places: Places,
    private readonly revisions: Revisions,
    private readonly content: SpaceContent,
    private readonly grants: Grants,
    private readonly translations: Translations,
    private readonly jobs: Jobs,
    private readonly trail: AuditTrail,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, wanted }: CreateTranslation): Promise<string> {
    const { source, language } = wanted;
    requireLanguages(source.language, language);
    const instructions = wanted.instructions ? validDescription(wanted.instructions, 'instructions') : null;
    const space = await withPlacesLocked(this.places, () => this.#source(caller, organizationId, source.space));
    requireAI(await this.dispatcher.ask(new AllowsAI(organizationId)));
    await requirePlace(this.collections, caller, organizationId, space.parent);
    const now = this.clock.now();
    const target = await this.#target(space, language, caller.userId, now);
    const { revisionId: revision } = await this.revisions.createFirst(target, caller.userId, now);
    await this.#share(space, target, now);
    const translation = Translation.create(
      { organizationId, spaceId: space.id, language: source.language },
      { id: target.id, revision, language },
      instructions,
      caller.userId,
      now,
    );
    await this.translations.save(translation);
    await this.jobs.enqueue(...translate(translation.id));
    await this.trail.record({
      organizations: [organizationId],
      action: 'translation.created',
      actorId: caller.userId,
      target: { type: 'translation', id: translation.id, label: space.title },
      payload: { space: space.id, result: target.id, language },
    });
    return translation.id;
  }

  async #source(caller: Caller, organizationId: string, spaceId: string): Promise<Space> {
    if (!caller.roles.has(organizationId)) throw new NotFound('Organization not found');
    const space = await authorizeSpace(this.spaces, caller, spaceId, 'create');
    if (space.organizationId !== organizationId) throw new NotFound('Space not found');
    return space;
  }

  /** A space right behind the source. */
  async #target(space: Space, language: string, createdBy: string, now: Date): Promise<Space> {
    const { organizationId, id, parent } = space;
    const gap = await this.places.gapBeside({ organizationId, parent }, { kind: 'space', id }, 'after', '');
    const target = space.translated(language, { parent, rank: rankBetween(gap.before, gap.after) }, createdBy, now);
    await this.spaces.save(target);
    return target;
  }

  /** Copies the grants on the source to the result. */
  async #share(space: Space, target: Space, now: Date): Promise<void> {
    await this.content.share(space, target, now);
    const { user, team } = await this.grants.subjects(space.organizationId, target.id);
    if (user.length > 0) await reportGrantedSpaces(this.grants, this.dispatcher, space.organizationId, 'user', user);
    if (team.length > 0) await reportGrantedSpaces(this.grants, this.dispatcher, space.organizationId, 'team', team);
  }
}
