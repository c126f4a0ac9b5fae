import { byOrganization } from '#kernel/domain/by-organization';
import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { InstallationStatus } from '../domain/installed.js';

interface Restated {
  organizationId: string;
  id: string;
  status: InstallationStatus;
  updatedAt: Date;
}

/** Stores the status of installations, which are locked: one statement for each organization. */
export async function saveStatus(
  sql: SqlQuery,
  table: 'installation' | 'target_installation',
  states: readonly Restated[],
): Promise<void> {
  for (const [organizationId, own] of byOrganization(states)) {
    await sql.rows(
      `${table}.save-status-2`,
      `update integrations.${table} n set status = u.status, updated_at = u.updated_at, version = n.version + 1
       from unnest($2::text[], $3::text[], $4::timestamptz[]) u (id, status, updated_at)
       where n.organization_id = $1 and n.id = any($2) and n.id = u.id`,
      [organizationId, own.map(({ id }) => id), own.map(({ status }) => status), own.map(({ updatedAt }) => updatedAt)],
    );
  }
}
