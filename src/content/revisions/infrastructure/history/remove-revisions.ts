import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { PARENTS, REMOVE, TIE, UNTIE } from './history-statements.js';

/**
 * Removes revisions of an organization in the open transaction. What was made from one of them is made from those that it
 * was made from itself. The caller has the lock of the history of their space: what they are made from is read first.
 */
export async function removeRevisions(sql: SqlQuery, organizationId: string, ids: readonly string[]): Promise<void> {
  const made = await sql.rows<{ id: string; parents: string[] }>('history.parents', PARENTS, [organizationId, ids]);
  await sql.defer('history.untie', UNTIE, [organizationId, [...ids, ...made.map(({ id }) => id)]]);
  const ties = made.flatMap(({ id, parents }) => parents.map((parent, place) => ({ id, place, parent })));
  await sql.defer('history.tie', TIE, [
    organizationId,
    ties.map(({ id }) => id),
    ties.map(({ place }) => place),
    ties.map(({ parent }) => parent),
  ]);
  await sql.defer('history.remove', REMOVE, [organizationId, ids]);
}
