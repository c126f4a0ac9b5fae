import type { Caller } from '#kernel/application/caller';
import type { AuditTrail } from '#kernel/application/audit-trail';
import type { Dispatcher } from '#kernel/application/dispatcher';
import type { Clock } from '#kernel/domain/clock';
import { RecordGrantedSpaces } from '#organization';
import type { Role } from '#permissions';
import { changesOf, type GrantChange } from '../../domain/permission/grant-changes.js';
import type { Grants, GuardedRecord, SubjectKind } from '../../domain/permission/grants.js';

export interface GrantTools {
  grants: Grants;
  trail: AuditTrail;
  dispatcher: Dispatcher;
  clock: Clock;
}

/**
 * Grants users or teams a role on a record, or removes it (`null`). Writes the audit trail and updates the counts of
 * granted spaces. `known` are their current roles, locked by the caller.
 */
export async function writeGrants(
  { grants, trail, dispatcher, clock }: GrantTools,
  caller: Pick<Caller, 'userId'>,
  record: GuardedRecord,
  kind: SubjectKind,
  subjectIds: readonly string[],
  role: Role | null,
  known: ReadonlyMap<string, Role>,
): Promise<void> {
  const changes = changesOf(record, kind, subjectIds, known, role);
  if (changes.length === 0) return;
  const ids = changes.map(({ subjectId }) => subjectId);
  if (role === null) await grants.remove(record, kind, ids);
  else await grants.put(record, kind, ids, role, clock.now());
  for (const change of changes) {
    await trail.record({
      organizations: [record.organizationId],
      action: `${record.kind}.permission-${verbOf(change)}`,
      actorId: caller.userId,
      target: { type: record.kind, id: record.id, label: record.title },
      payload: payloadOf(change),
    });
  }
  if (record.kind === 'space') await reportGrantedSpaces(grants, dispatcher, record.organizationId, kind, ids);
}

/** Reports to the organization context how many spaces are now granted to each of these users or teams. */
export async function reportGrantedSpaces(
  grants: Grants,
  dispatcher: Dispatcher,
  organizationId: string,
  kind: SubjectKind,
  subjectIds: readonly string[],
): Promise<void> {
  const counts = await grants.countSpaces(organizationId, subjectIds);
  await dispatcher.run(
    new RecordGrantedSpaces(organizationId, kind === 'user' ? { users: counts } : { teams: counts }),
  );
}

function verbOf({ before, after }: GrantChange): 'granted' | 'changed' | 'removed' {
  if (after === undefined) return 'removed';
  return before === undefined ? 'granted' : 'changed';
}

function payloadOf({ kind, subjectId, before, after }: GrantChange): Record<string, unknown> {
  return {
    [kind]: subjectId,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { role: after }),
  };
}
