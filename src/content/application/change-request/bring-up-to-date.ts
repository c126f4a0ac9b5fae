import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { ChangeRequests } from '../../domain/change-request/change-requests.js';
import { MergeConflicts } from '../../domain/change-request/merge-conflicts.js';
import { mergeInto } from '../../domain/change-request/merge-content.js';
import { MergeSources } from '../../domain/change-request/merge-sources.js';
import { Revisions } from '../../domain/ports.js';
import { ContentLimits } from '../../domain/space/content-limits.js';
import { BringUpToDate, type MergedView } from './change-request.commands.js';
import { requireChangeRequest } from './reach-change-request.js';

@CommandHandler(BringUpToDate)
export class BringUpToDateHandler implements ICommandHandler<BringUpToDate> {
  constructor(
    private readonly changeRequests: ChangeRequests,
    private readonly sources: MergeSources,
    private readonly conflicts: MergeConflicts,
    private readonly revisions: Revisions,
    private readonly limits: ContentLimits,
    private readonly clock: Clock,
  ) {}

  /** The result of merging it, which becomes its own content and not that of its space. */
  async execute({ caller, key }: BringUpToDate): Promise<MergedView<'update'>> {
    const held = await this.changeRequests.lock(caller, key.spaceId, key.changeRequestId, 'edit');
    const { changeRequest, head, main } = requireChangeRequest(held, 'edit');
    changeRequest.requireEditable();
    if (!changeRequest.isOutdated(main.revisionId)) return { revision: head.revisionId, result: 'update' };
    const now = this.clock.now();
    const { conflicts, ...content } = await mergeInto(
      main,
      head,
      changeRequest.mergedAncestor,
      this.sources,
      this.limits,
    );
    const revision = await this.revisions.store({
      ...content,
      head: { ...main, generation: Math.max(main.generation, head.generation) },
      type: 'update',
      author: caller.userId,
      now,
      parents: [head.revisionId, main.revisionId],
    });
    changeRequest.bringUpToDate(revision, main.revisionId, now);
    await this.changeRequests.save(changeRequest);
    await this.conflicts.add(changeRequest, revision, conflicts, now);
    return { revision, result: conflicts.length === 0 ? 'update' : 'conflicts' };
  }
}
