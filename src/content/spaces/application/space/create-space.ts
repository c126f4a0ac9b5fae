import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { Invalid } from '#kernel/domain/errors';
import { Command } from '#kernel/domain/messages';
import { Collections } from '../../domain/collection/collections.js';
import { Places } from '../../domain/collection/places.js';
import { readPagesSource, specOf } from '../../../revisions/domain/computed/pages-source.js';
import { ComputedPageGenerator } from '../../../revisions/domain/computed/computed-page-generator.js';
import { ContentDraft } from '../../../revisions/domain/content/content-draft.js';
import { FIRST_PAGE } from '../../../revisions/domain/page/first-page.js';
import { LiveContent, Revisions } from '../../../revisions/domain/ports.js';
import { Spaces } from '../../domain/space/spaces.js';
import { Space, type NewSpaceFields } from '../../domain/space/space.js';
import { requirePlace } from '../collection/authorize-collection.js';
import { TemplateCopier, type TemplateReference } from '../template/template-copier.js';
import { findNewPlace, type NewPlaceTools } from '../collection/find-place.js';

export interface NewSpace extends NewSpaceFields {
  /** The id of the collection that it is created in. */
  parent?: string | undefined;
  /** Without a first page. */
  empty?: boolean | undefined;
  template?: TemplateReference | undefined;
  /** The source that its pages are computed from; not validated yet. */
  computedSource?: unknown;
}

/**
 * Creates a space in an organization and returns its id. The space begins with a copy of a template, with computed pages,
 * empty, or else with one empty page.
 */
@Audits('space.created')
export class CreateSpace extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly space: NewSpace,
  ) {
    super();
  }
}

@CommandHandler(CreateSpace)
export class CreateSpaceHandler implements ICommandHandler<CreateSpace> {
  readonly #tools: NewPlaceTools;

  constructor(
    private readonly spaces: Spaces,
    collections: Collections,
    places: Places,
    private readonly revisions: Revisions,
    private readonly content: LiveContent,
    private readonly copier: TemplateCopier,
    private readonly sources: ComputedPageGenerator,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {
    this.#tools = { places, collections };
  }

  async execute({ caller, organizationId, space: wanted }: CreateSpace): Promise<string> {
    const { parent = null, template, empty = false, computedSource } = wanted;
    if ([template, empty || undefined, computedSource].filter((start) => start !== undefined).length > 1) {
      throw new Invalid('A space begins with a template, with computed pages, or empty: with one of them');
    }
    const computed = computedSource === undefined ? undefined : readPagesSource(computedSource, 'computedSource');
    const preparedCopy = template && (await this.#copy(caller, organizationId, parent, template));
    const place = await findNewPlace(this.#tools, caller, { organizationId, parent, height: 0 });
    const now = this.clock.now();
    const space = Space.create(organizationId, place, wanted, caller.userId, now);
    await this.spaces.save(space);
    const head = await this.revisions.createFirst(space, caller.userId, now);
    if (preparedCopy) {
      await this.revisions.commit(
        await this.copier.insert(preparedCopy, { head, content: this.content }, caller.userId),
      );
    } else if (!empty) {
      const draft = new ContentDraft(head, this.content, now);
      if (computed) await draft.insertPage({ type: 'computed', title: specOf(computed), computed });
      else await draft.insertPage(FIRST_PAGE);
      await this.sources.generateChanged(draft);
      await this.revisions.commit(draft.toRevision('edits', caller.userId));
    }
    await this.trail.record({
      organizations: [organizationId],
      action: 'space.created',
      actorId: caller.userId,
      target: { type: 'space', id: space.id, label: space.title },
    });
    return space.id;
  }

  /** Prepares the copy of a template before anything is locked, after checking that the caller may create the space. */
  async #copy(caller: Caller, organizationId: string, parent: string | null, template: TemplateReference) {
    await requirePlace(this.#tools.collections, caller, organizationId, parent);
    return this.copier.prepare(caller, organizationId, template);
  }
}
