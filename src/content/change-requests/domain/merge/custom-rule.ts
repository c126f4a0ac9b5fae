import { evaluateCondition, type Expression } from '#expressions';
import type { MergeRuleCustom } from '#merge-rules';
import type { MergeContext } from './merge-context.js';

/** The status as the API spells it, and the other spelling that expressions may use. */
const CHANGES_REQUESTED = 'changes-requested';
const CHANGES_REQUESTED_TOO = 'changes_requested';

/** Whether the expression of a custom rule is true. One that cannot be evaluated does not hold. */
export function customRuleHolds({ expression }: MergeRuleCustom, context: MergeContext): boolean {
  return evaluateCondition(expression, (parsed) => inputsOf(context, spellingIn(parsed)));
}

/** The documented inputs as plain data, and no other member of the context. */
function inputsOf({ space, changeRequest, reviews, actor }: MergeContext, spelling: string): Record<string, unknown> {
  const { subject, description, outdated, revision, createdBy } = changeRequest;
  return {
    space: { id: space.id },
    changeRequest: { subject, description, outdated, revision, createdBy: { id: createdBy.id } },
    reviews: reviews.map(({ status, reviewer, revision: reviewed }) => ({
      status: status === CHANGES_REQUESTED ? spelling : status,
      reviewer: { id: reviewer.id },
      revision: reviewed,
    })),
    actor: { id: actor.id },
  };
}

function spellingIn({ texts }: Expression): string {
  return texts.has(CHANGES_REQUESTED_TOO) ? CHANGES_REQUESTED_TOO : CHANGES_REQUESTED;
}
