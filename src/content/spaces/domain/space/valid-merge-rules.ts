import { Invalid } from '#kernel/domain/errors';
import { MergeRulesInvalid, spaceMergeRules, type SpaceMergeRules } from '#merge-rules';

/** Validates merge rules as a caller sent them. Throws Invalid. */
export function validMergeRules(value: unknown): SpaceMergeRules {
  try {
    return spaceMergeRules(value);
  } catch (error) {
    throw error instanceof MergeRulesInvalid ? new Invalid(error.message) : error;
  }
}

/** Refuses rules that name users who are not members. */
export function requireMembers(named: readonly string[], members: ReadonlySet<string>): void {
  const stranger = named.find((user) => !members.has(user));
  if (stranger !== undefined) throw new Invalid(`mergeRules: ${stranger} is no member of the organization`);
}
