import type pg from 'pg';
import { escapeIdentifier } from 'pg';

/** A table whose rows belong in a backup. */
export interface Table {
  schema: string;
  name: string;
  /** The columns with stored values; generated columns are left out. */
  columns: string[];
}

/** The schema of the job queue, a library's, whose waiting jobs are part of the data. */
export const QUEUE_SCHEMA = 'graphile_worker';

/**
 * Tables that are not backed up: running processes, recent counts, what came of backups and of jobs, collections of garbage, which
 * name transactions of this database, what concerns the store of files, and lists that migrations write.
 */
const LEFT_OUT = new Set([
  'kernel.process',
  'kernel.running_job',
  'kernel.quota_use',
  'kernel.backup_state',
  'kernel.bounding_run',
  'content.garbage_collection',
  'content.garbage_mark',
  'content.store_mark',
  'content.store_walk',
  `${QUEUE_SCHEMA}.migrations`,
]);
const LEFT_OUT_NAMES = new Set(['migration']);

/** Locks of processes, which do not survive a restore: a job that was running waits again. */
const UNLOCKED_COLUMNS = new Set(['locked_at', 'locked_by']);

/** Settings for text values that mean the same in every session, as in pg_dump. */
export const TEXT_SETTINGS = [
  "set client_encoding to 'UTF8'",
  "set datestyle to 'ISO'",
  "set intervalstyle to 'postgres'",
  "set timezone to 'UTC'",
  'set extra_float_digits to 3',
  'set statement_timeout to 0',
  'set lock_timeout to 0',
  'set idle_in_transaction_session_timeout to 0',
  'set row_security to off',
];

/** The tables of these schemas, in the order of their foreign keys. */
export async function tablesOf(client: pg.Client, schemas: readonly string[]): Promise<Table[]> {
  const { rows: tables } = await client.query<{ oid: string; schema: string; name: string; columns: string[] }>(
    `select c.oid::text as oid, n.nspname as schema, c.relname as name, array(
       select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
     ) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) order by n.nspname, c.relname`,
    [schemas],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select conrelid::oid::text as "from", confrelid::oid::text as "to"
     from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  );
  const wanted = tables.filter(({ schema, name }) => !LEFT_OUT.has(`${schema}.${name}`) && !LEFT_OUT_NAMES.has(name));
  const done = new Set<string>();
  const ordered: Table[] = [];
  const visit = (oid: string): void => {
    const table = wanted.find((each) => each.oid === oid);
    if (table === undefined || done.has(oid)) return;
    done.add(oid);
    for (const { from, to } of references) if (from === oid) visit(to);
    ordered.push({ schema: table.schema, name: table.name, columns: table.columns });
  };
  for (const { oid } of wanted) visit(oid);
  return ordered;
}

/** Names of the applied migrations, by schema; missing schemas are absent. */
export async function migrationsOf(client: pg.Client, schemas: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const schema of schemas) {
    const [table, column] = schema === QUEUE_SCHEMA ? ['migrations', 'id'] : ['migration', 'name'];
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
      `${schema}.${table}`,
    ]);
    if (rows[0]?.there !== true) continue;
    const { rows: names } = await client.query<{ name: string }>(
      `select ${column}::text as name from ${escapeIdentifier(schema)}.${table} order by ${column}`,
    );
    found[schema] = names.map(({ name }) => name);
  }
  return found;
}

/** The statement that reads all rows of a table. */
export function copyOut({ schema, name, columns }: Table): string {
  const unlocks = schema === QUEUE_SCHEMA;
  const values = columns.map((column) =>
    unlocks && UNLOCKED_COLUMNS.has(column) ? `null as ${escapeIdentifier(column)}` : escapeIdentifier(column),
  );
  return `copy (select ${values.join(', ')} from ${quoted({ schema, name })}) to stdout`;
}

/** The statement that writes rows to a table. */
export function copyIn({ schema, name, columns }: Table): string {
  return `copy ${quoted({ schema, name })} (${columns.map((column) => escapeIdentifier(column)).join(', ')}) from stdin`;
}

export function quoted({ schema, name }: { schema: string; name: string }): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}

/** The first table with a row, if there is one. */
export async function firstNonEmpty(client: pg.Client, tables: readonly Table[]): Promise<Table | undefined> {
  for (const table of tables) {
    const { rows } = await client.query<{ some: boolean }>(`select exists (select from ${quoted(table)}) as some`);
    if (rows[0]?.some === true) return table;
  }
  return undefined;
}
