import { NotFound } from '#kernel/domain/errors';
import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';

interface Place {
  organizationId: string;
  spaceId: string;
}

/**
 * Whether a space still belongs to the organization; if so, locks it there until the transaction ends. Call it before
 * statements that insert rows of a space but lock neither the space nor a row that references it: a concurrent
 * transfer or purge would not see the new rows and would leave them behind.
 */
export async function tryLockSpace(sql: SqlQuery, place: Place): Promise<boolean> {
  return (await kept(sql, place)) !== undefined;
}

/** As `tryLockSpace`, for requests: throws NotFound when the space was transferred or deleted. */
export async function lockSpace(sql: SqlQuery, place: Place): Promise<void> {
  if ((await kept(sql, place))?.deleted !== false) throw new NotFound('Space not found');
}

function kept(sql: SqlQuery, { organizationId, spaceId }: Place): Promise<{ deleted: boolean } | undefined> {
  return sql.row(
    'space.keep',
    'select deleted_at is not null as deleted from content.space where organization_id = $1 and id = $2 for key share',
    [organizationId, spaceId],
  );
}
