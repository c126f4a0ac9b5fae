import { Invalid } from '#kernel/domain/errors';
import { MergeRulesInvalid, organizationMergeRules, type OrganizationMergeRules } from '#merge-rules';

/** Validates merge rules as they were sent. Throws Invalid. */
export function validMergeRules(value: unknown): OrganizationMergeRules {
  try {
    return organizationMergeRules(value);
  } catch (error) {
    throw error instanceof MergeRulesInvalid ? new Invalid(error.message) : error;
  }
}
