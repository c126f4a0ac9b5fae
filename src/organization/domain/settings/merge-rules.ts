import { Invalid } from '#kernel/domain/errors';

/** Rules that name the users they are about. */
const OF_USERS = ['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass'] as const;
const PLAIN = [
  'require_at_least_one_review',
  'require_at_least_one_approved_review',
  'require_all_reviews_approved',
  'require_agent_review',
  'require_up_to_date_change_request',
  'require_change_request_subject',
  'require_change_request_description',
  'require_author_to_merge',
] as const;

/** One thing that must hold before a change request is merged. */
export type MergeRule =
  | { rule: (typeof OF_USERS)[number]; users: string[] }
  | { rule: (typeof PLAIN)[number] }
  | { rule: 'custom'; expression: string; message?: string };

/** When change requests of an organization may be merged: at any time, or when every rule holds. */
export type OrganizationMergeRules = { type: 'none' } | { type: 'rules'; rules: MergeRule[] };

const MAX_RULES = 50;
const MAX_USERS = 100;
const MAX_EXPRESSION = 1024;
const MAX_MESSAGE = 256;

/** Merge rules as somebody sent them; members that no rule has are dropped. Throws Invalid. */
export function validMergeRules(value: unknown): OrganizationMergeRules {
  const { type, rules } = membersOf(value);
  if (type === 'none') return { type };
  if (type !== 'rules') throw new Invalid('mergeRules.type must be rules or none');
  if (!Array.isArray(rules) || rules.length > MAX_RULES)
    throw new Invalid(`mergeRules.rules must be a list of at most ${MAX_RULES} rules`);
  return { type, rules: rules.map((rule, at) => validRule(membersOf(rule), `mergeRules.rules[${at}]`)) };
}

function validRule({ rule, users, expression, message }: Record<string, unknown>, place: string): MergeRule {
  const ofUsers = OF_USERS.find((name) => name === rule);
  if (ofUsers) return { rule: ofUsers, users: validUsers(users, place) };
  const plain = PLAIN.find((name) => name === rule);
  if (plain) return { rule: plain };
  if (rule !== 'custom') throw new Invalid(`${place}.rule is none of the rules there are`);
  const custom = { rule, expression: validText(expression, `${place}.expression`, MAX_EXPRESSION) } as const;
  return message === undefined ? custom : { ...custom, message: validText(message, `${place}.message`, MAX_MESSAGE) };
}

function validUsers(users: unknown, place: string): string[] {
  const valid = Array.isArray(users) && users.length > 0 && users.length <= MAX_USERS;
  if (!valid) throw new Invalid(`${place}.users must name 1 to ${MAX_USERS} users`);
  return [...new Set(users.map((user, at) => validText(user, `${place}.users[${at}]`, 100)))];
}

function validText(value: unknown, place: string, most: number): string {
  if (typeof value !== 'string' || value === '' || value.length > most || value.includes('\u0000'))
    throw new Invalid(`${place} must be a text of 1 to ${most} characters`);
  return value;
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
