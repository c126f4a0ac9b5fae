import { evaluateCondition } from '#expressions';
import { usersOf, type MergeRule, type OrganizationMergeRules, type SpaceMergeRules } from '#merge-rules';

/**
 * A review of a change request that counts: its reviewer has said nothing else, nor was asked again, since, and what it
 * approves was not edited since, unless the rules say that this does not matter.
 */
export interface MergeReview {
  status: 'approved' | 'changes-requested';
  reviewer: { id: string };
  /** The content of the change request that it is about. */
  revision: string;
  /** Submitted by the agent, not by a person. */
  byAgent?: boolean;
}

/** What rules decide by: what is to be merged, what reviewers said of it, and who merges. */
export interface MergeContext {
  space: { id: string };
  changeRequest: {
    subject: string;
    description: string;
    /** Its content does not hold the current revision of its space. */
    outdated: boolean;
    /** Its content. */
    revision: string;
    createdBy: { id: string };
  };
  /** The last review of each reviewer; who was asked and has not answered since has none. */
  reviews: readonly MergeReview[];
  /** Of the users whom rules name, those who are members of the organization still. */
  members: ReadonlySet<string>;
  actor: { id: string };
}

/** A rule that does not hold, and what people are told. */
export interface FailingRule {
  rule: MergeRule;
  message: string;
}

export interface RulesInForce {
  rules: readonly MergeRule[];
  /** Whether approvals of content that was edited since count as well. */
  earlierApprovals: boolean;
  /** The ids of all users whom the rules name. */
  users: readonly string[];
}

/** The rules that a merge into a space is held to: its own, or those of the organization it inherits. */
export function rulesInForce(ofSpace: SpaceMergeRules, ofOrganization: OrganizationMergeRules): RulesInForce {
  const rules = ofSpace.type === 'inherit' ? ofOrganization : ofSpace;
  if (rules.type === 'none') return { rules: [], earlierApprovals: false, users: [] };
  return { rules: rules.rules, earlierApprovals: rules.earlierApprovals ?? false, users: usersOf(rules) };
}

/**
 * The first rule that does not hold, undefined when a merge is allowed. Whoever a rule lets bypass the others is held to
 * none of them, wherever it stands.
 */
export function failingRule(rules: readonly MergeRule[], context: MergeContext): FailingRule | undefined {
  if (rules.some((rule) => rule.rule === 'allow_bypass' && rule.users.includes(context.actor.id))) return undefined;
  for (const rule of rules) {
    const message = faultOf(rule, context);
    if (message !== undefined) return { rule, message };
  }
  return undefined;
}

/** What is missing for a rule to hold. */
function faultOf(rule: MergeRule, context: MergeContext): string | undefined {
  const { reviews, changeRequest, actor } = context;
  switch (rule.rule) {
    case 'allow_bypass':
      return undefined;
    case 'require_specific_reviewers':
      return unless(approvedBy(rule.users, 'every', context), ALL_APPROVE);
    case 'require_one_of_specific_reviewers':
      return unless(approvedBy(rule.users, 'some', context), ONE_APPROVES);
    case 'require_at_least_one_review':
      return unless(reviews.length > 0, 'The change request needs a review');
    case 'require_at_least_one_approved_review':
      return unless(reviews.some(isApproval), 'The change request needs an approval');
    case 'require_all_reviews_approved':
      return unless(reviews.every(isApproval), 'A reviewer has requested changes');
    case 'require_agent_review':
      return unless(
        reviews.some(({ byAgent }) => byAgent === true),
        'The change request needs a review by the agent',
      );
    case 'require_up_to_date_change_request':
      return unless(!changeRequest.outdated, 'The change request is outdated: update it first');
    case 'require_change_request_subject':
      return unless(changeRequest.subject.trim() !== '', 'The change request needs a subject');
    case 'require_change_request_description':
      return unless(changeRequest.description.trim() !== '', 'The change request needs a description');
    case 'require_author_to_merge':
      return unless(actor.id === changeRequest.createdBy.id, 'Only the author of the change request may merge it');
    case 'custom': {
      const holds = evaluateCondition(rule.expression, inputsOf(context, rule.expression));
      return unless(holds, rule.message ?? `The rule does not hold: ${rule.expression}`);
    }
  }
}

const ALL_APPROVE = 'Not all of the required reviewers have approved the change request';
const ONE_APPROVES = 'None of the required reviewers has approved the change request';

/**
 * Whether those of the users approve who are members still: nobody waits for somebody who has left. Where all of them
 * have, the approval of anybody takes the place of theirs.
 */
function approvedBy(users: readonly string[], how: 'every' | 'some', { reviews, members }: MergeContext): boolean {
  const asked = users.filter((user) => members.has(user));
  if (asked.length === 0) return reviews.some(isApproval);
  return asked[how]((user) => reviews.some((review) => isApproval(review) && review.reviewer.id === user));
}

const unless = (holds: boolean, message: string): string | undefined => (holds ? undefined : message);

const isApproval = ({ status }: MergeReview): boolean => status === 'approved';

/** What an expression sees: plain data, nothing more than is documented, and the status of reviews as it spells it. */
function inputsOf({ space, changeRequest, reviews, actor }: MergeContext, expression: string): Record<string, unknown> {
  const { subject, description, outdated, revision, createdBy } = changeRequest;
  const requested = expression.includes('changes_requested') ? 'changes_requested' : 'changes-requested';
  return {
    space: { id: space.id },
    changeRequest: { subject, description, outdated, revision, createdBy: { id: createdBy.id } },
    reviews: reviews.map(({ status, reviewer, revision: about }) => ({
      status: status === 'approved' ? status : requested,
      reviewer: { id: reviewer.id },
      revision: about,
    })),
    actor: { id: actor.id },
  };
}
