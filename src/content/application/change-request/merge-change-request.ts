import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { GetOrganization } from '#organization';
import { ChangeRequests } from '../../domain/change-request/change-requests.js';
import { MergeConflicts } from '../../domain/change-request/merge-conflicts.js';
import { MergeReviews, requireMergeable } from '../../domain/change-request/merge-guard.js';
import { mergeInto } from '../../domain/change-request/merge-content.js';
import { MergeSources } from '../../domain/change-request/merge-sources.js';
import { rulesInForce } from '../../domain/merge-rules/failing-rule.js';
import { Revisions } from '../../domain/ports.js';
import { ContentLimits } from '../../domain/space/content-limits.js';
import type { Space } from '../../domain/space/space.js';
import { requireUnlocked } from '../space/reach-space.js';
import { MergeChangeRequest, type MergedView } from './change-request.commands.js';
import { requireChangeRequest } from './reach-change-request.js';

@CommandHandler(MergeChangeRequest)
export class MergeChangeRequestHandler implements ICommandHandler<MergeChangeRequest> {
  constructor(
    private readonly changeRequests: ChangeRequests,
    private readonly sources: MergeSources,
    private readonly conflicts: MergeConflicts,
    private readonly revisions: Revisions,
    private readonly reviews: MergeReviews,
    private readonly dispatcher: Dispatcher,
    private readonly limits: ContentLimits,
    private readonly clock: Clock,
  ) {}

  /** Whoever asks again is told what merging came to. */
  async execute({ caller, key }: MergeChangeRequest): Promise<MergedView<'merge'>> {
    const held = await this.changeRequests.lock(caller, key.spaceId, key.changeRequestId, 'merge');
    const { space, changeRequest, head, main } = requireChangeRequest(held, 'edit');
    const { merged } = changeRequest;
    if (merged) return { revision: merged.revision, result: merged.outcome };
    changeRequest.requireEditable();
    requireUnlocked(space);
    const rules = await this.#rules(caller, space);
    await requireMergeable(changeRequest, { actorId: caller.userId, current: main.revisionId, rules }, this.reviews);
    const now = this.clock.now();
    const { conflicts, ...content } = await mergeInto(
      main,
      head,
      changeRequest.mergedAncestor,
      this.sources,
      this.limits,
    );
    const revision = await this.revisions.commit({
      ...content,
      head: main,
      type: 'merge',
      author: caller.userId,
      now,
      parents: [main.revisionId, head.revisionId],
    });
    const result = conflicts.length === 0 ? 'merge' : 'conflicts';
    changeRequest.merge(revision, result, caller.userId, now);
    await this.changeRequests.save(changeRequest);
    await this.conflicts.add(changeRequest, revision, conflicts, now);
    return { revision, result };
  }

  /** The rules of the space, or those of its organization that it inherits. */
  async #rules(caller: Caller, space: Space): Promise<ReturnType<typeof rulesInForce>> {
    const { mergeRules, organizationId } = space;
    if (mergeRules.type !== 'inherit') return rulesInForce(mergeRules, { type: 'none' });
    const organization = await this.dispatcher.ask(new GetOrganization(caller, organizationId));
    return rulesInForce(mergeRules, organization.mergeRules);
  }
}
