import pg from 'pg';
import { SecretBox } from '../secret-box.js';
import { existingKey, secretKeyOf, type KeyPlace } from '../secret-key.js';
import { StartRefused } from '../start-refused.js';
import type { ContextMigrations } from './migrator.js';

/** Locked while the key is compared, so that of processes that start together one is the first. */
const KEY_LOCK = 7_815_697;

type Contexts = readonly ContextMigrations[];

/**
 * How the configured key relates to a database. `none`: no key is configured; `new`: the database has not been used
 * with a key yet.
 */
export type KeyState = 'known' | 'other' | 'none' | 'new';

/**
 * The secret key, after checking that this database was used with it: by the fingerprint that the first start stores in
 * the database or, where an older version stored none, by the encrypted values. Throws StartRefused when it is another
 * key, or missing; no key is created then.
 */
export async function knownSecretKey(place: KeyPlace, url: string, contexts: Contexts): Promise<Buffer> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [KEY_LOCK]);
    await requireKnownKey(client, place, contexts);
    const key = secretKeyOf(place);
    await keepFingerprint(client, key, false);
    return key;
  } finally {
    await client.end();
  }
}

/** Throws StartRefused unless the key, where there is one, is that of the database. */
export async function requireKnownKey(client: pg.Client, place: KeyPlace, contexts: Contexts): Promise<void> {
  const state = await compareKey(client, place, contexts);
  if (state !== 'other' && state !== 'none') return;
  throw new StartRefused(`${describeKey(place, state)}: ${WAY_OUT}.`);
}

const WAY_OUT =
  'bring the former key back (it is in every backup that quire backup writes), or give up what it encrypted and signed with quire rekey';

/** The problem with the key, as the beginning of a sentence. */
export function describeKey({ secretKey, dataDir }: KeyPlace, state: 'other' | 'none'): string {
  if (state === 'none') return `${dataDir}/secret-key is missing although the database was used with a secret key`;
  return `${secretKey ? 'QUIRE_SECRET_KEY' : `${dataDir}/secret-key`} is not the secret key that the database was used with`;
}

/** Compares the configured key with the one the database was used with. */
export async function compareKey(client: pg.Client, place: KeyPlace, contexts: Contexts): Promise<KeyState> {
  const key = existingKey(place);
  const { rows: there } = await client.query<{ kept: boolean }>(
    `select to_regclass('kernel.secret_key') is not null as kept`,
  );
  const { rows } = there[0]?.kept
    ? await client.query<{ fingerprint: string }>('select fingerprint from kernel.secret_key')
    : { rows: [] };
  const fingerprint = rows[0]?.fingerprint;
  if (fingerprint !== undefined) {
    if (key) return new SecretBox(key).fingerprint === fingerprint ? 'known' : 'other';
    return 'none';
  }
  const marks = await marksOfKeys(client, contexts);
  if (marks.size === 0) return 'new';
  if (!key) return 'none';
  return marks.has(new SecretBox(key).mark) ? 'new' : 'other';
}

/**
 * Makes the configured key the one of the database. Returns how many rows of each table it can't decrypt; these are
 * deleted.
 */
export async function acceptKey(client: pg.Client, key: Buffer, contexts: Contexts): Promise<Map<string, number>> {
  const gone = new Map<string, number>();
  await client.query('begin');
  for (const [table, column] of sealedColumns(contexts)) {
    const { rowCount } = await client.query(`delete from ${table} where left(${column}, ${MARK_CHARACTERS}) <> $1`, [
      new SecretBox(key).mark,
    ]);
    gone.set(table, rowCount ?? 0);
  }
  await keepFingerprint(client, key, true);
  await client.query('commit');
  return gone;
}

async function keepFingerprint(client: pg.Client, key: Buffer, replace: boolean): Promise<void> {
  await client.query(
    `insert into kernel.secret_key (fingerprint) values ($1)
     on conflict (only_row) do ${replace ? 'update set fingerprint = excluded.fingerprint, kept_at = now()' : 'nothing'}`,
    [new SecretBox(key).fingerprint],
  );
}

const MARK_CHARACTERS = 5;

/** The marks of the keys with which values in the database were encrypted. */
async function marksOfKeys(client: pg.Client, contexts: Contexts): Promise<Set<string>> {
  const marks = new Set<string>();
  for (const [table, column] of sealedColumns(contexts)) {
    const { rows: there } = await client.query<{ kept: boolean }>('select to_regclass($1) is not null as kept', [
      table,
    ]);
    if (!there[0]?.kept) continue;
    const { rows } = await client.query<{ mark: string }>(
      `select distinct left(${column}, ${MARK_CHARACTERS}) as mark from ${table} where ${column} is not null`,
    );
    for (const { mark } of rows) marks.add(mark);
  }
  return marks;
}

function sealedColumns(contexts: Contexts): [table: string, column: string][] {
  return contexts.flatMap(({ schema, sealed = [] }) =>
    sealed.map((name): [string, string] => {
      const [table = '', column = ''] = name.split('.');
      return [`${schema}.${table}`, column];
    }),
  );
}
