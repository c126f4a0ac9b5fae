import pg from 'pg';
import type { Settings } from '#kernel/infrastructure/settings';
import { StartRefused } from '#kernel/infrastructure/start-refused';
import { givenDatabase } from './check-database.js';

const CONNECT_MS = 5_000;

/**
 * Throws StartRefused for a replica of another database. One that does not answer is no reason: it is used when it is
 * back.
 */
export async function checkReplicas(settings: Settings): Promise<void> {
  const { databaseReplicaUrls } = settings;
  const given = givenDatabase(settings);
  if (!given || databaseReplicaUrls.length === 0) return;
  const system = await systemAt(given.url);
  await Promise.all(
    databaseReplicaUrls.map(async (url) => {
      const other = await systemAt(url);
      if (other === undefined || system === undefined || other === system) return;
      const { host } = new URL(url);
      throw new StartRefused(
        `DATABASE_REPLICA_URLS names ${host}, which is no replica of the database at ${given.setting}`,
      );
    }),
  );
}

/** What PostgreSQL calls the database and all its replicas; undefined where it does not answer. */
async function systemAt(url: string): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ system: string }>(
      'select system_identifier::text as system from pg_control_system()',
    );
    return rows[0]?.system;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
