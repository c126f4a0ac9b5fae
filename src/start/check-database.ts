import pg from 'pg';
import { newId } from '#kernel/domain/id';
import { REQUEST_TIMEOUTS } from '#kernel/infrastructure/database/request-timeouts';
import type { Settings } from '#kernel/infrastructure/settings';
import { StartRefused } from '#kernel/infrastructure/start-refused';
import { messageOf } from './refusal.js';

const CONNECT_MS = 10_000;
/** How long a notice may be under way, while the start keeps this process busy. */
const HEARD_WITHIN_MS = 10_000;
const OLDEST_VERSION = 150_000;
const OWN = 'or leave it out for the PostgreSQL that comes with Quire';

interface Server {
  version: string;
  number: number;
  encoding: string;
  readOnly: boolean;
}

/** A PostgreSQL that is not Quire's own, and the setting that leads there. */
export interface GivenDatabase {
  url: string;
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL';
}

/** PostgreSQL itself, where a pooler is in between. */
export function givenDatabase({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Settings, 'databaseUrl' | 'databaseDirectUrl'>): GivenDatabase | undefined {
  if (databaseDirectUrl !== undefined) return { url: databaseDirectUrl, setting: 'DATABASE_DIRECT_URL' };
  return databaseUrl === undefined ? undefined : { url: databaseUrl, setting: 'DATABASE_URL' };
}

/** Throws StartRefused for a PostgreSQL that can't be reached or used, before anything is created in it. */
export async function checkDatabase(given: GivenDatabase): Promise<void> {
  const { setting } = given;
  const server = await connected(given, async (client) => {
    const { rows } = await client.query<Server>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
         current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as "readOnly"`,
    );
    return rows[0];
  });
  if (!server) throw new StartRefused(`${setting} leads to a server that does not say what it is`);
  const { version, number, encoding, readOnly } = server;
  if (number < OLDEST_VERSION)
    throw new StartRefused(
      `${setting} leads to PostgreSQL ${version}, and Quire needs 15 or newer: set it to a newer one, ${OWN}`,
    );
  if (encoding !== 'UTF8')
    throw new StartRefused(
      `${setting} leads to a database in ${encoding}, and Quire needs UTF8: make one with createdb --encoding UTF8`,
    );
  if (readOnly)
    throw new StartRefused(
      `${setting} leads to a database that can only be read, such as a replica: set it to the one that takes writes`,
    );
}

/**
 * Throws StartRefused for a user without the necessary rights: to create schemas and change tables where migrations are
 * pending (`behind`), else to read and write the existing tables.
 */
export async function checkRights(
  given: GivenDatabase | undefined,
  contexts: readonly { schema: string }[],
  behind: boolean,
): Promise<void> {
  // The user of the embedded server owns everything.
  if (given === undefined) return;
  const { url, setting } = given;
  const schemas = contexts.map(({ schema }) => schema);
  const lacking = await connected(given, async (client) => {
    const { rows } = await client.query<{ mayCreate: boolean; foreign: string | null; closed: string | null }>(
      `with held as (
         select c.oid, c.relowner, format('%I.%I', n.nspname, c.relname) as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p') and n.nspname = any($1))
       select has_database_privilege(current_database(), 'create') as "mayCreate",
         (select min(name) from held where not pg_has_role(relowner, 'usage')) as foreign,
         (select min(name) from held where not has_table_privilege(oid, 'select')
           or not has_table_privilege(oid, 'insert')) as closed`,
      [[...schemas, 'graphile_worker']],
    );
    const [row] = rows;
    if (behind) return row?.mayCreate === false ? 'make schemas there' : row?.foreign && `change ${row.foreign}`;
    return row?.closed && `read and write ${row.closed}`;
  });
  if (!lacking) return;
  throw new StartRefused(
    `${setting} names the user ${userOf(url)}, who may not ${lacking}: let this user own the database, or set another`,
  );
}

/** Where it is the only address, requests set timeouts at it, which poolers refuse. */
function asUsed({ url, setting }: GivenDatabase): pg.ClientConfig {
  const timeouts = setting === 'DATABASE_URL' ? REQUEST_TIMEOUTS : {};
  return { ...timeouts, connectionString: url, connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS };
}

/**
 * Throws StartRefused where notices do not arrive: a pooler that passes a connection on after each transaction swallows
 * them.
 */
export async function checkNotices(given: GivenDatabase): Promise<void> {
  const channel = pg.escapeIdentifier(`quire_try_${newId()}`);
  const isHeard = await connected(given, async (client) => {
    const heard = new Promise<boolean>((resolve) => {
      client.once('notification', () => resolve(true));
      setTimeout(() => resolve(false), HEARD_WITHIN_MS).unref();
    });
    await client.query(`listen ${channel}`);
    await connected(given, (other) => other.query(`notify ${channel}`));
    return heard;
  });
  if (isHeard) return;
  throw new StartRefused(
    `${given.setting} leads to a pooler that passes connections on, where notices do not arrive: set DATABASE_DIRECT_URL to the same database without it`,
  );
}

async function connected<T>(given: GivenDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client(asUsed(given));
    client.on('error', () => undefined);
    await client.connect();
    return await work(client);
  } catch (error) {
    throw error instanceof StartRefused ? error : databaseRefusal(error, given);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** Describes an error of connecting by what is wrong with the setting; never shows its password. */
export function databaseRefusal(error: unknown, { url, setting }: GivenDatabase): StartRefused {
  const { host, pathname } = new URL(url);
  const user = userOf(url);
  const database = decodeURIComponent(pathname.slice(1)) || user;
  switch ((error as { code?: unknown }).code) {
    case '28P01':
      return new StartRefused(`${setting} has a password that ${host} does not take for ${user}: set the right one`);
    case '28000':
      return new StartRefused(
        `${setting} names the user ${user}, whom ${host} does not let in: make this user, or set another`,
      );
    case '3D000':
      return new StartRefused(
        `${setting} names the database ${database}, which is not at ${host}: make it with createdb, or set another`,
      );
    case '42501':
      return new StartRefused(
        `${setting} names the user ${user}, who may not use the database ${database}: let this user own it, or set another`,
      );
    case '08P01':
      return new StartRefused(
        `${setting} leads to a pooler at ${host} (${messageOf(error)}): set DATABASE_DIRECT_URL as well, to the same database without it`,
      );
    default:
      return new StartRefused(
        `${setting} leads to ${host}, where no PostgreSQL can be reached (${messageOf(error)}): start it, set another, ${OWN}`,
      );
  }
}

function userOf(url: string): string {
  return decodeURIComponent(new URL(url).username) || (process.env['USER'] ?? 'that runs Quire');
}
