import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { ForgetOpenAPISpec, ReplaceOpenAPIPages, RecordOpenAPISpec } from '../../contract/openapi.js';
import { followSpec } from '../domain/compute-jobs.js';
import { FollowedSpecs } from '../../links/domain/followed-specs.js';
import { ComputedPageGenerator } from '../../revisions/domain/computed/computed-page-generator.js';
import { ContentDraft } from '../../revisions/domain/content/content-draft.js';
import { requirePageQuota } from '../../revisions/domain/content/require-page-quota.js';
import { LiveContent, Revisions } from '../../revisions/domain/ports.js';
import { ContentLimits } from '../../spaces/domain/space/content-limits.js';

/**
 * Makes the pages of all computed pages in a space anew, in one revision that was computed; none where they would be as
 * they are. Locked spaces follow their sources as well.
 */
@NotAudited('the revision it makes tells who wrote what')
export class ComputePages extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly spaceId: string,
  ) {
    super();
  }
}

@CommandHandler(ComputePages)
export class ComputePagesHandler implements ICommandHandler<ComputePages> {
  constructor(
    private readonly revisions: Revisions,
    private readonly content: LiveContent,
    private readonly specs: FollowedSpecs,
    private readonly sources: ComputedPageGenerator,
    private readonly limits: ContentLimits,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, spaceId }: ComputePages): Promise<void> {
    const locked = await this.revisions.lockHead(spaceId);
    if (!locked || locked.space.deleted || locked.head.organizationId !== organizationId) return;
    const { head, space } = locked;
    const ids = await this.specs.sourcesIn(organizationId, spaceId);
    const draft = new ContentDraft(head, this.content, this.clock.now());
    await this.sources.generate(draft, [...(await this.content.pages(head, ids)).values()]);
    await requirePageQuota(head, this.content, draft.grows, this.limits.maxPages);
    await this.revisions.commit(draft.toRevision('computed', space.createdBy));
  }
}

@CommandHandler(RecordOpenAPISpec)
export class RecordOpenAPISpecHandler implements ICommandHandler<RecordOpenAPISpec> {
  constructor(
    readonly specs: FollowedSpecs,
    readonly jobs: Jobs,
  ) {}

  async execute({ organizationId, spec }: RecordOpenAPISpec): Promise<void> {
    if (await this.specs.note(organizationId, spec)) await follow(this, organizationId, spec.slug);
  }
}

@CommandHandler(ForgetOpenAPISpec)
export class ForgetOpenAPISpecHandler implements ICommandHandler<ForgetOpenAPISpec> {
  constructor(
    readonly specs: FollowedSpecs,
    readonly jobs: Jobs,
  ) {}

  async execute({ organizationId, slug }: ForgetOpenAPISpec): Promise<void> {
    if (await this.specs.forget(organizationId, slug)) await follow(this, organizationId, slug);
  }
}

@CommandHandler(ReplaceOpenAPIPages)
export class ReplaceOpenAPIPagesHandler implements ICommandHandler<ReplaceOpenAPIPages> {
  constructor(
    readonly specs: FollowedSpecs,
    readonly jobs: Jobs,
  ) {}

  execute({ organizationId, slug }: ReplaceOpenAPIPages): Promise<void> {
    return follow(this, organizationId, slug);
  }
}

/** A page that comes to depend on it meanwhile has its space looked at once that is stored. */
async function follow(
  { specs, jobs }: { specs: FollowedSpecs; jobs: Jobs },
  organizationId: string,
  slug: string,
): Promise<void> {
  const spaces = await specs.spacesOf(organizationId, slug);
  if (spaces.length > 0) await jobs.enqueue(...followSpec(organizationId, slug));
}
