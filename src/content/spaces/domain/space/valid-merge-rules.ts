import { Invalid } from '#kernel/domain/errors';
import { MergeRulesInvalid, spaceMergeRules, type SpaceMergeRules } from '#merge-rules';

/** Merge rules of a space as somebody sent them. Throws Invalid. */
export function validMergeRules(value: unknown): SpaceMergeRules {
  try {
    return spaceMergeRules(value);
  } catch (error) {
    throw error instanceof MergeRulesInvalid ? new Invalid(error.message) : error;
  }
}

/** Refuses rules that come to name users who are no members. */
export function requireMembers(named: readonly string[], members: ReadonlySet<string>): void {
  const stranger = named.find((user) => !members.has(user));
  if (stranger !== undefined) throw new Invalid(`mergeRules: ${stranger} is no member of the organization`);
}
