import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { ChangeRequests } from '../domain/change-requests.js';
import { MergeConflicts } from '../domain/merge-conflicts.js';
import { precomputeMerge, mergeInto, type PrecomputedMerge, type MergeTools } from '../domain/merge-content.js';
import { MergeSources } from '../domain/merge-sources.js';
import { LiveContent, Revisions } from '../../revisions/domain/ports.js';
import { ContentLimits } from '../../spaces/domain/space/content-limits.js';
import { BringUpToDate, type ChangeRequestKey, type MergedView } from './change-request.commands.js';
import { requireChangeRequest } from './authorize-change-request.js';

@CommandHandler(BringUpToDate)
export class BringUpToDateHandler implements ICommandHandler<BringUpToDate> {
  readonly #tools: MergeTools;

  constructor(
    private readonly changeRequests: ChangeRequests,
    private readonly conflicts: MergeConflicts,
    private readonly revisions: Revisions,
    private readonly clock: Clock,
    sources: MergeSources,
    content: LiveContent,
    limits: ContentLimits,
  ) {
    this.#tools = { sources, content, limits };
  }

  /** The merged content becomes a new revision of the change request; the space stays as it is. */
  async execute({ caller, key }: BringUpToDate): Promise<MergedView<'update'>> {
    const precomputed = await this.#precomputeMerge(caller, key);
    const held = await this.changeRequests.lock(caller, key.spaceId, key.changeRequestId, 'edit');
    const locked = requireChangeRequest(held, 'edit');
    const { changeRequest, head, main } = locked;
    changeRequest.requireEditable();
    if (!changeRequest.isOutdated(main.revisionId)) return { revision: head.revisionId, result: 'update' };
    const now = this.clock.now();
    const { conflicts, ...content } = await mergeInto(locked, this.#tools, precomputed);
    const revision = await this.revisions.store({
      ...content,
      head: { ...main, generation: Math.max(main.generation, head.generation) },
      type: 'update',
      author: caller.userId,
      now,
      parents: [head.revisionId, main.revisionId],
    });
    const outcome = conflicts.length === 0 ? 'merge' : 'conflicts';
    changeRequest.bringUpToDate(revision, main.revisionId, outcome, now);
    await this.changeRequests.save(changeRequest);
    await this.conflicts.add(changeRequest, revision, conflicts, now);
    return { revision, result: outcome === 'merge' ? 'update' : 'conflicts' };
  }

  async #precomputeMerge(caller: Caller, { spaceId, changeRequestId }: ChangeRequestKey): Promise<PrecomputedMerge> {
    const seen = requireChangeRequest(await this.changeRequests.readSnapshot(caller, spaceId, changeRequestId), 'edit');
    seen.changeRequest.requireEditable();
    return precomputeMerge(seen, this.#tools);
  }
}
