import { ExpressionInvalid, MOST_CHARACTERS, parseExpression } from '#expressions';
import { RULE_FORMS } from './forms.js';
import {
  MergeRuleCustom,
  MergeRuleOfUsers,
  type MergeRule,
  type OrganizationMergeRules,
  type SpaceMergeRules,
} from './merge-rules.view.js';

const MOST_RULES = 50;
const MOST_USERS = 100;
const MOST_MESSAGE = 256;
const MOST_ID = 100;

/** Merge rules that break a rule themselves; the message says where. */
export class MergeRulesInvalid extends Error {}

/** Validates merge rules of an organization; unknown members are dropped. Throws MergeRulesInvalid. */
export function organizationMergeRules(value: unknown): OrganizationMergeRules {
  const { type, rules, earlierApprovals } = membersOf(value);
  if (type === 'none') return { type };
  if (type === 'rules') {
    if (earlierApprovals !== undefined && typeof earlierApprovals !== 'boolean')
      throw new MergeRulesInvalid('mergeRules.earlierApprovals must be true or false');
    return { type, rules: validRules(rules), ...(earlierApprovals === true ? { earlierApprovals } : {}) };
  }
  throw new MergeRulesInvalid('mergeRules.type must be none or rules');
}

/** Validates merge rules of a space; unknown members are dropped. Throws MergeRulesInvalid. */
export function spaceMergeRules(value: unknown): SpaceMergeRules {
  const { type } = membersOf(value);
  if (type === 'inherit') return { type };
  if (type === 'none' || type === 'rules') return organizationMergeRules(value);
  throw new MergeRulesInvalid('mergeRules.type must be inherit, none or rules');
}

/** The ids of all users in rules, each once. */
export function usersOf(rules: SpaceMergeRules): string[] {
  return rules.type === 'rules' ? [...new Set(rules.rules.flatMap((rule) => ('users' in rule ? rule.users : [])))] : [];
}

function validRules(rules: unknown): MergeRule[] {
  if (!Array.isArray(rules) || rules.length > MOST_RULES)
    throw new MergeRulesInvalid(`mergeRules.rules must be a list of at most ${MOST_RULES} rules`);
  return rules.map((rule, index) => validRule(membersOf(rule), `mergeRules.rules[${index}]`));
}

function validRule({ rule, users, expression, message }: Record<string, unknown>, place: string): MergeRule {
  if (typeof rule !== 'string' || !Object.hasOwn(RULE_FORMS, rule))
    throw new MergeRulesInvalid(`${place}.rule must be one of ${Object.keys(RULE_FORMS).join(', ')}`);
  const form = RULE_FORMS[rule as MergeRule['rule']];
  if (form === MergeRuleOfUsers) return { rule, users: validUsers(users, place) } as MergeRuleOfUsers;
  if (form !== MergeRuleCustom) return { rule } as MergeRule;
  const custom = { rule: 'custom', expression: validExpression(expression, `${place}.expression`) } as const;
  return message === undefined ? custom : { ...custom, message: validText(message, `${place}.message`, MOST_MESSAGE) };
}

function validUsers(users: unknown, place: string): string[] {
  if (!Array.isArray(users) || users.length === 0 || users.length > MOST_USERS)
    throw new MergeRulesInvalid(`${place}.users must name 1 to ${MOST_USERS} users`);
  return [...new Set(users.map((user, index) => validText(user, `${place}.users[${index}]`, MOST_ID)))];
}

function validExpression(value: unknown, place: string): string {
  const text = validText(value, place, MOST_CHARACTERS);
  try {
    return parseExpression(text).text;
  } catch (error) {
    if (error instanceof ExpressionInvalid) throw new MergeRulesInvalid(`${place}: ${error.message}`);
    throw error;
  }
}

function validText(value: unknown, place: string, most: number): string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > most)
    throw new MergeRulesInvalid(`${place} must be a text of 1 to ${most} characters`);
  return value;
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
