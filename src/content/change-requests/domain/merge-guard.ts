import { PreconditionFailed } from '#kernel/domain/errors';
import { plainText, type RichDocument } from '#rich-document';
import { failingRule, type RulesInForce } from './merge/failing-rule.js';
import type { MergeReview } from './merge/merge-context.js';
import type { ChangeRequest } from './change-request.js';

/** The reviews of a change request that count: the last one of each reviewer who was not asked again since. */
export abstract class MergeReviews {
  abstract of(changeRequest: ChangeRequest): Promise<MergeReview[]>;
}

/** Throws where a merge rule does not hold, with the requirement of that rule. */
export async function requireMergeable(
  changeRequest: ChangeRequest,
  merge: { actorId: string; current: string; inForce: RulesInForce; members: ReadonlySet<string> },
  reviews: MergeReviews,
): Promise<void> {
  const { rules, earlierApprovals } = merge.inForce;
  if (rules.length === 0) return;
  const { spaceId, subject, description, revision, createdBy } = changeRequest.snapshot();
  const failing = failingRule(rules, {
    space: { id: spaceId },
    changeRequest: {
      subject,
      description: description === null ? '' : plainText(JSON.parse(description) as RichDocument),
      outdated: changeRequest.isOutdated(merge.current),
      revision,
      createdBy: { id: createdBy },
    },
    reviews: (await reviews.of(changeRequest)).filter(
      (review) => earlierApprovals || changeRequest.appliesToCurrent(review),
    ),
    members: merge.members,
    actor: { id: merge.actorId },
  });
  if (failing) throw new PreconditionFailed(failing.message);
}
