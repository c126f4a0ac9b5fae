import type { Caller } from '#kernel/application/caller';
import type { Role } from '#permissions';

/** What something can be granted on. */
export type ContentKind = 'space' | 'collection';
/** To whom something can be granted. */
export type SubjectKind = 'user' | 'team';

/** A space or a collection, as far as permissions on it go. Deleted spaces are not there. */
export interface GuardedRecord {
  kind: ContentKind;
  id: string;
  organizationId: string;
  title: string;
}

/** The records that permissions guard. */
export abstract class GuardedRecords {
  /** The record with the role that somebody has on it; they may not know of it where they have none. */
  abstract held(
    caller: Caller,
    kind: ContentKind,
    id: string,
  ): Promise<{ record: GuardedRecord; role: Role | undefined } | undefined>;
}

/** The roles that were granted on records to users and teams; a subject has one role on a record at most. */
export abstract class Grants {
  /**
   * The roles granted on a record to these subjects, which no other transaction changes until this one ends; undefined
   * where the record is gone or another organization's by now.
   */
  abstract lock(
    record: GuardedRecord,
    kind: SubjectKind,
    subjectIds: readonly string[],
  ): Promise<Map<string, Role> | undefined>;
  /** Grants a role on a record that is locked, in the place of what was granted to each. */
  abstract put(
    record: GuardedRecord,
    kind: SubjectKind,
    subjectIds: readonly string[],
    role: Role,
    now: Date,
  ): Promise<void>;
  abstract remove(record: GuardedRecord, kind: SubjectKind, subjectIds: readonly string[]): Promise<void>;
  /** Takes all from a subject that was granted to it in an organization. */
  abstract end(organizationId: string, subjectId: string): Promise<void>;
  /** To whom something is granted on a record. */
  abstract subjects(organizationId: string, recordId: string): Promise<Record<SubjectKind, string[]>>;
  /** How many spaces are granted to each of these subjects by name. */
  abstract countSpaces(organizationId: string, subjectIds: readonly string[]): Promise<Map<string, number>>;
}
