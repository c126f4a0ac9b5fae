import type pg from 'pg';
import type { ContextMigrations } from '../database/context-migrations.js';
import { BY_COLUMN, extentOf, tableKinds, type TableKind } from './table-kinds.js';

export interface Distributing {
  contexts: readonly ContextMigrations[];
  /** Into how many shards the tables are divided where none is distributed yet; 32 by default, as with Citus. */
  shards?: number;
  /** Called with each table, and how many rows it has, after it was distributed. */
  done?: (table: TableKind, rows: number) => void;
}

export const SHARDS = 32;

type Client = Pick<pg.Client, 'query'>;

/** Settings of the connection that distributes. Triggers are refused without: ours change rows of one organization. */
const SETTINGS = [
  'set citus.enable_unsafe_triggers = on',
  "set citus.multi_shard_modify_mode = 'sequential'",
  'set client_min_messages = warning',
];

/**
 * Settings of all sessions of the database from then on. Functions of a statement run on the node that has the rows, and
 * may read others of the same organization: they are on the same node. What one transaction does on several nodes it
 * does one after the other, since tables of which every node has all can't be written after work on many shards at once.
 */
export const SESSION_SETTINGS = [
  'set citus.allow_nested_distributed_execution = on',
  "set citus.multi_shard_modify_mode = 'sequential'",
];

const SILENT_NOTICES = `create or replace function kernel.notify(channel text, payload text) returns void
  language plpgsql as $$ begin end $$`;

/**
 * Makes tables reference tables, where they are shared, or distributes them by organization; what is distributed
 * already remains as it is, so it can be run again after it was interrupted, or for tables of a later version. The
 * rows of a table are copied in one transaction with it. The client must be the only one that writes, on the
 * coordinator of a Citus cluster.
 */
export async function distributeDatabase(client: Client, distributing: Distributing): Promise<void> {
  const { contexts, shards = SHARDS, done } = distributing;
  for (const setting of SETTINGS) await client.query(setting);
  const tables = await inOrder(client, await tableKinds(client, contexts));
  let like = tables.find(({ kind }) => kind === 'distributed')?.name;
  for (const table of tables.filter(({ kind }) => kind === 'plain')) {
    const rows = await inTransaction(client, () => distributeTable(client, table, like ?? shards));
    if (!table.isShared) like ??= table.name;
    done?.(table, rows);
  }
  for (const { name } of [...tables].reverse()) await forgetLocalRows(client, name);
  await distributeFunctions(client, contexts);
  await setSessions(client);
  // Last: until then the database counts as partly distributed.
  await client.query(SILENT_NOTICES);
  const extent = await extentOf(client, contexts);
  if (extent !== 'all') throw new Error(`The database is distributed ${extent}`);
}

/** Tables that others refer to come before these, shared ones before all others. */
async function inOrder(client: Client, tables: readonly TableKind[]): Promise<TableKind[]> {
  const { rows } = await client.query<{ name: string; parents: string[] }>(
    `select format('%I.%I', n.nspname, r.relname) as name,
       array_agg(format('%I.%I', m.nspname, p.relname)) as parents
     from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_namespace n on n.oid = r.relnamespace
     join pg_class p on p.oid = c.confrelid join pg_namespace m on m.oid = p.relnamespace
     where c.contype = 'f' and c.conrelid <> c.confrelid group by 1`,
  );
  const parents = new Map(rows.map((row) => [row.name, row.parents]));
  const ordered = new Map<string, TableKind>();
  const place = (table: TableKind): void => {
    if (ordered.has(table.name)) return;
    for (const parent of tables.filter(({ name }) => parents.get(table.name)?.includes(name)))
      if (parent.isShared === table.isShared) place(parent);
    ordered.set(table.name, table);
  };
  for (const isShared of [true, false]) for (const table of tables) if (table.isShared === isShared) place(table);
  return [...ordered.values()];
}

/** Distributes a table with its rows; `like` is one that is distributed, or the number of shards for the first. */
async function distributeTable(client: Client, table: TableKind, like: string | number): Promise<number> {
  const { name, isShared } = table;
  if (isShared) await dropReferences(client, name);
  const before = await countOf(client, name);
  // Triggers would run for every row that is copied.
  await withoutTriggers(client, name, await triggersOf(client, name), () => placeTable(client, table, like));
  const rows = await countOf(client, name);
  if (rows !== before) throw new Error(`${name} had ${before} rows, and ${rows} of them were distributed`);
  return rows;
}

async function placeTable(client: Client, { name, isShared }: TableKind, like: string | number): Promise<void> {
  if (isShared) await client.query('select create_reference_table($1::regclass)', [name]);
  else if (typeof like === 'string')
    await client.query('select create_distributed_table($1::regclass, $2, colocate_with => $3)', [
      name,
      BY_COLUMN,
      like,
    ]);
  else
    await client.query(
      `select create_distributed_table($1::regclass, $2, colocate_with => 'none', shard_count => $3::int)`,
      [name, BY_COLUMN, like],
    );
}

/** What was copied is still in the table of the coordinator, where nothing reads it. */
async function forgetLocalRows(client: Client, name: string): Promise<void> {
  const forbidding = (await triggersOf(client, name)).filter(({ onTruncate }) => onTruncate);
  await inTransaction(client, () =>
    withoutTriggers(client, name, forbidding, () =>
      client.query('select truncate_local_data_after_distributing_table($1::regclass)', [name]),
    ),
  );
}

/** What every node has can't refer to what only one has: these rows are deleted by the statements of their context. */
async function dropReferences(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ constraint: string }>(
    `select format('%I', c.conname) as constraint from pg_constraint c
     where c.contype = 'f' and c.conrelid = $1::regclass
       and not exists (select from pg_dist_partition p where p.logicalrelid = c.confrelid and p.partmethod = 'n')`,
    [name],
  );
  for (const { constraint } of rows) await client.query(`alter table ${name} drop constraint ${constraint}`);
}

interface Trigger {
  trigger: string;
  definition: string;
  onTruncate: boolean;
}

/** Runs work without these triggers, in the open transaction. */
async function withoutTriggers(
  client: Client,
  name: string,
  triggers: readonly Trigger[],
  work: () => Promise<unknown>,
): Promise<void> {
  for (const { trigger } of triggers) await client.query(`drop trigger ${trigger} on ${name}`);
  await work();
  for (const { definition } of triggers) await client.query(definition);
}

async function triggersOf(client: Client, name: string): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select format('%I', tgname) as trigger, pg_get_triggerdef(oid) as definition, tgtype & 32 > 0 as "onTruncate"
     from pg_trigger
     where tgrelid = $1::regclass and not tgisinternal order by tgname`,
    [name],
  );
  return rows;
}

async function countOf(client: Client, name: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*)::text as count from ${name}`);
  return Number(rows[0]?.count);
}

/** Every node gets the functions that statements and triggers call. */
async function distributeFunctions(client: Client, contexts: readonly ContextMigrations[]): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select f.oid::regprocedure::text as signature from pg_proc f join pg_namespace n on n.oid = f.pronamespace
     where n.nspname = any($1) and f.prorettype <> 'trigger'::regtype order by f.oid`,
    [contexts.map(({ schema }) => schema)],
  );
  for (const { signature } of rows)
    await client.query('select create_distributed_function($1::regprocedure)', [signature]);
}

/** The coordinator passes them on to all nodes. */
async function setSessions(client: Client): Promise<void> {
  const { rows } = await client.query<{ database: string }>(`select format('%I', current_database()) as database`);
  for (const setting of SESSION_SETTINGS) await client.query(`alter database ${rows[0]?.database} ${setting}`);
}

async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
