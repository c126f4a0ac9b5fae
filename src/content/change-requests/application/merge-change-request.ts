import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { GetOrganization } from '#organization';
import { ChangeRequests, type ChangeRequestSnapshot } from '../domain/change-requests.js';
import { MergeConflicts } from '../domain/merge-conflicts.js';
import { MergeReviews, requireMergeable } from '../domain/merge-guard.js';
import {
  precomputeMerge,
  mergeInto,
  nothingPrecomputed,
  type PrecomputedMerge,
  type MergeTools,
} from '../domain/merge-content.js';
import { MergeSources } from '../domain/merge-sources.js';
import { rulesInForce } from '../domain/merge/failing-rule.js';
import { LiveContent, Revisions } from '../../revisions/domain/ports.js';
import { ContentLimits } from '../../spaces/domain/space/content-limits.js';
import type { Space } from '../../spaces/domain/space/space.js';
import { membersAmong } from '../../spaces/application/space/members-among.js';
import { requireUnlocked } from '../../spaces/application/space/authorize-space.js';
import { MergeChangeRequest, type ChangeRequestKey, type MergedView } from './change-request.commands.js';
import { requireChangeRequest } from './authorize-change-request.js';

@CommandHandler(MergeChangeRequest)
export class MergeChangeRequestHandler implements ICommandHandler<MergeChangeRequest> {
  readonly #tools: MergeTools;

  constructor(
    private readonly changeRequests: ChangeRequests,
    private readonly conflicts: MergeConflicts,
    private readonly revisions: Revisions,
    private readonly reviews: MergeReviews,
    private readonly dispatcher: Dispatcher,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
    sources: MergeSources,
    content: LiveContent,
    limits: ContentLimits,
  ) {
    this.#tools = { sources, content, limits };
  }

  /** Idempotent: for a merged change request it returns the result of that merge. */
  async execute({ caller, key }: MergeChangeRequest): Promise<MergedView<'merge'>> {
    const precomputed = await this.#precomputeMerge(caller, key);
    const held = await this.changeRequests.lock(caller, key.spaceId, key.changeRequestId, 'merge');
    const locked = requireChangeRequest(held, 'edit');
    const { changeRequest, head, main } = locked;
    const { merged } = changeRequest;
    if (merged) return { revision: merged.revision, result: merged.outcome };
    await this.#requireMergeable(caller, locked);
    const now = this.clock.now();
    const { conflicts, ...content } = await mergeInto(locked, this.#tools, precomputed);
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
    await this.trail.record({
      organizations: [changeRequest.organizationId],
      action: 'change-request.merged',
      actorId: caller.userId,
      target: { type: 'change-request', id: changeRequest.id, label: changeRequest.label },
      payload: { space: changeRequest.spaceId, revision, result },
    });
    return { revision, result };
  }

  /**
   * Merges bodies before anything is locked. A merge that is not allowed is refused before this work, and checked again
   * under the lock.
   */
  async #precomputeMerge(caller: Caller, { spaceId, changeRequestId }: ChangeRequestKey): Promise<PrecomputedMerge> {
    const seen = requireChangeRequest(await this.changeRequests.readSnapshot(caller, spaceId, changeRequestId), 'edit');
    if (!seen.changeRequest.isOutdated(seen.main.revisionId)) return nothingPrecomputed();
    await this.#requireMergeable(caller, seen);
    return precomputeMerge(seen, this.#tools);
  }

  async #requireMergeable(caller: Caller, { space, changeRequest, main }: ChangeRequestSnapshot): Promise<void> {
    changeRequest.requireEditable();
    requireUnlocked(space);
    const inForce = await this.#rules(caller, space);
    const members = await membersAmong(this.dispatcher, space.organizationId, inForce.users);
    const merge = { actorId: caller.userId, current: main.revisionId, inForce, members };
    await requireMergeable(changeRequest, merge, this.reviews);
  }

  /** The rules of the space, or the organization's where it inherits them. */
  async #rules(caller: Caller, space: Space): Promise<ReturnType<typeof rulesInForce>> {
    const { mergeRules, organizationId } = space;
    if (mergeRules.type !== 'inherit') return rulesInForce(mergeRules, { type: 'none' });
    const organization = await this.dispatcher.ask(new GetOrganization(caller, organizationId));
    return rulesInForce(mergeRules, organization.mergeRules);
  }
}
