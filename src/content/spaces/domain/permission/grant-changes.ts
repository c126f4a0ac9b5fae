import type { Role } from '#permissions';
import type { GuardedRecord, SubjectKind } from './grants.js';

/** One change of what is granted: what it was before, and what it is after. */
export interface GrantChange {
  record: GuardedRecord;
  kind: SubjectKind;
  subjectId: string;
  before: Role | undefined;
  after: Role | undefined;
}

/** What becomes of the grants of some when their role is to be another (`null`: none); what stays is left out. */
export function changesOf(
  record: GuardedRecord,
  kind: SubjectKind,
  subjectIds: readonly string[],
  granted: ReadonlyMap<string, Role>,
  role: Role | null,
): GrantChange[] {
  return [...new Set(subjectIds)]
    .map((subjectId) => ({ record, kind, subjectId, before: granted.get(subjectId), after: role ?? undefined }))
    .filter(({ before, after }) => before !== after);
}
