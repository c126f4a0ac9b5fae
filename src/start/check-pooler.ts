import pg from 'pg';
import { newId } from '#kernel/domain/id';
import type { Settings } from '#kernel/infrastructure/settings';
import { StartRefused } from '#kernel/infrastructure/start-refused';
import { messageOf } from './refusal.js';

const CONNECT_MS = 10_000;
const TRIES = 3;
/** Of a name that another statement has on the connection, and of one that no statement has. */
const NAMES_MIXED_UP = new Set(['42P05', '26000']);

/** Throws StartRefused where DATABASE_URL leads to a pooler that can't be used as the settings say. */
export async function checkPooler({
  databaseUrl,
  databaseDirectUrl,
  preparedStatements,
}: Pick<Settings, 'databaseUrl' | 'databaseDirectUrl' | 'preparedStatements'>): Promise<void> {
  if (databaseUrl === undefined || databaseDirectUrl === undefined) return;
  const { host } = new URL(databaseUrl);
  let places: string[];
  try {
    places = await Promise.all([databaseUrl, databaseDirectUrl].map((url) => using(url, placeOf)));
    if (preparedStatements) await tryNames(databaseUrl);
  } catch (error) {
    const { code = '' } = error as { code?: string };
    throw new StartRefused(
      NAMES_MIXED_UP.has(code)
        ? `DATABASE_URL leads to a pooler at ${host} that does not keep prepared statements apart: set max_prepared_statements there (PgBouncer 1.21 or newer), or QUIRE_PREPARED_STATEMENTS=off`
        : `DATABASE_URL leads to ${host}, which can't be used (${messageOf(error)}): start the pooler there, or set another`,
    );
  }
  if (places[0] !== places[1])
    throw new StartRefused(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: set both to the same one',
    );
}

/** Which database of which running server it is. */
async function placeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ place: string }>(
    `select concat_ws(' ', oid, extract(epoch from pg_postmaster_start_time())) as place
     from pg_database where datname = current_database()`,
  );
  return rows[0]?.place ?? '';
}

/**
 * Two clients give one name to different statements. A pooler in transaction mode that knows nothing of names runs both
 * on one connection, unless others use it at the moment: so it is tried several times.
 */
async function tryNames(url: string): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const name = `quire-try-${newId()}`;
    await using(url, async (one) => {
      const statement = { name, text: 'select 1 as number' };
      await one.query(statement);
      await using(url, (other) => other.query({ name, text: 'select 2 as number' }));
      const { rows } = await one.query<{ number: number }>(statement);
      if (rows[0]?.number !== 1) throw Object.assign(new Error('Another statement ran'), { code: '26000' });
    });
  }
}

async function using<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
