import type { Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import type { Role } from '#permissions';
import type { Grants, GuardedRecord, GuardedRecords, SubjectKind } from '../../domain/permission/grants.js';
import type { RecordKey } from './permission.commands.js';

const NOUNS = { space: 'Space', collection: 'Collection' } as const;

/** Finds a record for somebody who wants to manage permissions on it, which its administrators may. */
export async function administer(records: GuardedRecords, caller: Caller, on: RecordKey): Promise<GuardedRecord> {
  const record = await administerAny(records, caller, on);
  if (!record) throw new NotFound(`${NOUNS[on.kind]} not found`);
  return record;
}

/** The roles granted on it to these subjects, locked; NotFound where it was deleted or transferred meanwhile. */
export async function lockGrants(
  grants: Grants,
  record: GuardedRecord,
  kind: SubjectKind,
  subjectIds: readonly string[],
): Promise<Map<string, Role>> {
  const known = await grants.lock(record, kind, subjectIds);
  if (!known) throw new NotFound(`${NOUNS[record.kind]} not found`);
  return known;
}

/** The same, undefined instead of NotFound. */
export async function administerAny(
  records: GuardedRecords,
  caller: Caller,
  on: RecordKey,
): Promise<GuardedRecord | undefined> {
  const held = await records.held(caller, on.kind, on.id);
  if (!held?.role) return undefined;
  if (held.role !== 'admin') throw new Forbidden(`Only administrators of the ${on.kind} manage who may do what there`);
  return held.record;
}
