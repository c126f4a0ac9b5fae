import type { Caller } from '#kernel/application/caller';
import type { Role } from '#permissions';

/** The kinds of records on which roles are granted. */
export type ContentKind = 'space' | 'collection';
/** The kinds of subjects to whom roles are granted. */
export type SubjectKind = 'user' | 'team';

/** A space or collection with what permissions need of it. Deleted spaces are left out. */
export interface GuardedRecord {
  kind: ContentKind;
  id: string;
  organizationId: string;
  title: string;
}

/** The records that permissions guard. */
export abstract class GuardedRecords {
  /** The record with a caller's role on it; without a role, the caller must not learn that it exists. */
  abstract findWithRole(
    caller: Caller,
    kind: ContentKind,
    id: string,
  ): Promise<{ record: GuardedRecord; role: Role | undefined } | undefined>;
}

/** The roles granted to users and teams on records. A subject has at most one role on a record. */
export abstract class Grants {
  /**
   * Locks the roles granted to these subjects on a record until the transaction ends. Returns undefined where the
   * record was deleted or transferred.
   */
  abstract lock(
    record: GuardedRecord,
    kind: SubjectKind,
    subjectIds: readonly string[],
  ): Promise<Map<string, Role> | undefined>;
  /** Grants a role on a locked record to these subjects, replacing their current one. */
  abstract put(
    record: GuardedRecord,
    kind: SubjectKind,
    subjectIds: readonly string[],
    role: Role,
    now: Date,
  ): Promise<void>;
  abstract remove(record: GuardedRecord, kind: SubjectKind, subjectIds: readonly string[]): Promise<void>;
  /** Removes all grants of a subject in an organization. */
  abstract end(organizationId: string, subjectId: string): Promise<void>;
  /** The subjects with a grant on a record. */
  abstract subjects(organizationId: string, recordId: string): Promise<Record<SubjectKind, string[]>>;
  /** How many spaces are granted directly to each of these subjects. */
  abstract countSpaces(organizationId: string, subjectIds: readonly string[]): Promise<Map<string, number>>;
}
