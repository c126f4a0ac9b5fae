import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { InstallationStatus } from '../domain/installed.js';

interface Restated {
  organizationId: string;
  id: string;
  status: InstallationStatus;
  updatedAt: Date;
}

/** Stores the status of installations, which are locked, in one statement. */
export async function saveStatus(
  sql: SqlQuery,
  table: 'installation' | 'target_installation',
  states: readonly Restated[],
): Promise<void> {
  await sql.rows(
    `${table}.save-status`,
    `update integrations.${table} n set status = u.status, updated_at = u.updated_at, version = n.version + 1
     from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) u (organization_id, id, status, updated_at)
     where n.organization_id = u.organization_id and n.id = u.id`,
    [
      states.map(({ organizationId }) => organizationId),
      states.map(({ id }) => id),
      states.map(({ status }) => status),
      states.map(({ updatedAt }) => updatedAt),
    ],
  );
}
