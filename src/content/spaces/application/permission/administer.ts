import type { Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import type { Role } from '#permissions';
import type { Grants, GuardedRecord, GuardedRecords, SubjectKind } from '../../domain/permission/grants.js';
import type { RecordKey } from './permission.commands.js';

const NOUNS = { space: 'Space', collection: 'Collection' } as const;

/** Loads a record for a caller who manages its permissions. Requires the role admin on it. */
export async function administer(records: GuardedRecords, caller: Caller, on: RecordKey): Promise<GuardedRecord> {
  const record = await findAdministered(records, caller, on);
  if (!record) throw new NotFound(`${NOUNS[on.kind]} not found`);
  return record;
}

/**
 * Locks the roles granted to these subjects on the record. Throws NotFound where it was deleted or transferred
 * meanwhile.
 */
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

/** As `administer`, but returns undefined instead of throwing NotFound. */
export async function findAdministered(
  records: GuardedRecords,
  caller: Caller,
  on: RecordKey,
): Promise<GuardedRecord | undefined> {
  const loaded = await records.findWithRole(caller, on.kind, on.id);
  if (!loaded?.role) return undefined;
  if (loaded.role !== 'admin')
    throw new Forbidden(`Only administrators of the ${on.kind} manage who may do what there`);
  return loaded.record;
}
