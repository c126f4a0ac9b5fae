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
