import pg from 'pg';
import { CommandFailed } from '../failure.js';
import { TEXT_SETTINGS } from './tables.js';

/** Runs work on one connection of its own, set up for reading and writing values as text; ends it whatever happens. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'quire-archive', keepAlive: true });
  // What breaks the connection fails the statement that runs; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const setting of TEXT_SETTINGS) await client.query(setting);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Throws CommandFailed while a Quire server uses the database: it would go on with what it remembers. */
export async function requireNoServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name in ('quire', 'quire notifications')`,
  );
  if (rows[0]?.count === 0) return;
  throw new CommandFailed('A Quire server is running on this database: end it first');
}
