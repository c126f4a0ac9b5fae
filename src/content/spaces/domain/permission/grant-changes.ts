import type { Role } from '#permissions';
import type { GuardedRecord, SubjectKind } from './grants.js';

/** One change of a grant, with the role before and after. */
export interface GrantChange {
  record: GuardedRecord;
  kind: SubjectKind;
  subjectId: string;
  before: Role | undefined;
  after: Role | undefined;
}

/** The changes that give these subjects the role `role` (`null`: none). Those who already have it are left out. */
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
