import pg from 'pg';
import { CommandFailed } from '../failure.js';
import { TEXT_SETTINGS } from './tables.js';

/** Runs work on a connection of its own, configured for values as text, and closes it in any case. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'quire-archive', keepAlive: true });
  // The current statement fails on a lost connection; an `error` event without a listener would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const setting of TEXT_SETTINGS) await client.query(setting);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Throws CommandFailed while a Quire server uses the database. */
export async function requireNoServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name in ('quire', 'quire notifications')`,
  );
  if (rows[0]?.count === 0) return;
  throw new CommandFailed('A Quire server is running on this database: end it first');
}
