import {
  MergeRuleCustom,
  MergeRuleOfUsers,
  MergeRulePlain,
  MergeRulesInherit,
  MergeRulesList,
  MergeRulesNone,
  type MergeRule,
  type OrganizationMergeRules,
  type SpaceMergeRules,
} from './merge-rules.view.js';

/** The forms of rules by their kind. */
export const RULE_FORMS = {
  require_specific_reviewers: MergeRuleOfUsers,
  require_one_of_specific_reviewers: MergeRuleOfUsers,
  require_at_least_one_review: MergeRulePlain,
  require_at_least_one_approved_review: MergeRulePlain,
  require_all_reviews_approved: MergeRulePlain,
  require_agent_review: MergeRulePlain,
  require_up_to_date_change_request: MergeRulePlain,
  require_change_request_subject: MergeRulePlain,
  require_change_request_description: MergeRulePlain,
  require_author_to_merge: MergeRulePlain,
  allow_bypass: MergeRuleOfUsers,
  custom: MergeRuleCustom,
} satisfies Record<MergeRule['rule'], unknown>;

/** The forms of the merge rules of an organization by their type. */
export const ORGANIZATION_FORMS = {
  none: MergeRulesNone,
  rules: MergeRulesList,
} satisfies Record<OrganizationMergeRules['type'], unknown>;

/** The forms of the merge rules of a space by their type. */
export const SPACE_FORMS = {
  inherit: MergeRulesInherit,
  ...ORGANIZATION_FORMS,
} satisfies Record<SpaceMergeRules['type'], unknown>;
