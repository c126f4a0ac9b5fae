import { PreconditionFailed } from '#kernel/domain/errors';
import { plainText, type RichDocument } from '#rich-document';
import { failingRule, type RulesInForce } from './merge/failing-rule.js';
import type { MergeReview } from './merge/merge-context.js';
import type { ChangeRequest } from './change-request.js';

/** The reviews of a change request that are not outdated: the last of everybody who has not been asked again since. */
export abstract class MergeReviews {
  abstract of(changeRequest: ChangeRequest): Promise<MergeReview[]>;
}

/** Refuses a merge that a rule does not allow, with what the rule asks for. */
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
    reviews: (await reviews.of(changeRequest)).filter((review) => earlierApprovals || changeRequest.stands(review)),
    members: merge.members,
    actor: { id: merge.actorId },
  });
  if (failing) throw new PreconditionFailed(failing.message);
}
