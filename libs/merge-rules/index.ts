export { ORGANIZATION_FORMS, RULE_FORMS, SPACE_FORMS } from './forms.js';
export {
  MergeRulesList,
  type MergeRule,
  type MergeRuleCustom,
  type OrganizationMergeRules,
  type SpaceMergeRules,
} from './merge-rules.view.js';
export { MergeRulesInvalid, organizationMergeRules, spaceMergeRules, usersOf } from './valid-merge-rules.js';
