import { usersOf, type MergeRule, type OrganizationMergeRules, type SpaceMergeRules } from '#merge-rules';
import { customRuleHolds } from './custom-rule.js';
import type { MergeContext, MergeReview } from './merge-context.js';

/** A rule that does not hold, with the message shown to the user. */
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

/** The rules that apply to merges into a space: its own, or those of the organization that it inherits. */
export function rulesInForce(ofSpace: SpaceMergeRules, ofOrganization: OrganizationMergeRules): RulesInForce {
  const rules = ofSpace.type === 'inherit' ? ofOrganization : ofSpace;
  if (rules.type === 'none') return { rules: [], earlierApprovals: false, users: [] };
  return { rules: rules.rules, earlierApprovals: rules.earlierApprovals ?? false, users: usersOf(rules) };
}

/**
 * The first rule that does not hold, undefined when a merge is allowed. No rule applies to a user whom one of them,
 * anywhere in the list, lets bypass the others.
 */
export function failingRule(rules: readonly MergeRule[], context: MergeContext): FailingRule | undefined {
  if (rules.some((rule) => rule.rule === 'allow_bypass' && rule.users.includes(context.actor.id))) return undefined;
  for (const rule of rules) {
    const message = faultOf(rule, context);
    if (message !== undefined) return { rule, message };
  }
  return undefined;
}

/** The message of a rule that does not hold. */
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
    case 'custom':
      return unless(customRuleHolds(rule, context), rule.message ?? `The rule does not hold: ${rule.expression}`);
  }
}

const ALL_APPROVE = 'Not all of the required reviewers have approved the change request';
const ONE_APPROVES = 'None of the required reviewers has approved the change request';

/**
 * Whether the users approve who are still members: a merge does not wait for users who left. Where all of them left, an
 * approval by any user counts instead.
 */
function approvedBy(users: readonly string[], how: 'every' | 'some', { reviews, members }: MergeContext): boolean {
  const remaining = users.filter((user) => members.has(user));
  if (remaining.length === 0) return reviews.some(isApproval);
  return remaining[how]((user) => reviews.some((review) => isApproval(review) && review.reviewer.id === user));
}

const unless = (holds: boolean, message: string): string | undefined => (holds ? undefined : message);

const isApproval = ({ status }: MergeReview): boolean => status === 'approved';
