import pg from 'pg';
import { REQUEST_TIMEOUTS } from './request-timeouts.js';

/**
 * Sets the timeouts of requests where a pooler passes connections on, which refuses to set them for one connection: as
 * settings of the user in this database. Quire's other connections override them, see `withoutTimeouts`.
 */
export async function setPooledTimeouts(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ database: string; settings: string[] | null }>(
      `select d.datname as database, s.setconfig as settings
       from pg_database d
       left join pg_db_role_setting s on s.setdatabase = d.oid
         and s.setrole = (select oid from pg_roles where rolname = current_user)
       where d.datname = current_database()`,
    );
    const { database = '', settings } = rows[0] ?? {};
    for (const [name, milliseconds] of Object.entries(REQUEST_TIMEOUTS)) {
      const wanted = `${name}=${milliseconds}`;
      if (settings?.includes(wanted)) continue;
      await client.query(
        `alter role current_user in database ${pg.escapeIdentifier(database)} set ${name} = ${milliseconds}`,
      );
    }
  } finally {
    await client.end();
  }
}

/** The address of the database for connections that may take their time. */
export function withoutTimeouts(url: string): string {
  const free = new URL(url);
  const options = free.searchParams.get('options');
  const own = Object.keys(REQUEST_TIMEOUTS).map((name) => `-c ${name}=0`);
  free.searchParams.set('options', [...(options === null ? [] : [options]), ...own].join(' '));
  return free.href;
}
