import type pg from 'pg';
import type { ContextMigrations } from '../database/context-migrations.js';

/** A table of a context, and what it is in a database that Citus distributes. */
export interface TableKind {
  schema: string;
  table: string;
  /** `schema.table`, quoted where it has to be. */
  name: string;
  /** Whether every node is to have all of it; the rows of the others are where their organization is. */
  isShared: boolean;
  /** `plain` is where no node but the coordinator has it. */
  kind: 'plain' | 'reference' | 'distributed';
}

/** What of a database is distributed; `partly` after a distribution that did not end, or while tables are new. */
export type Extent = 'nothing' | 'partly' | 'all';

/** How tables are distributed: by a column of every one of them that is not shared. */
export const BY_COLUMN = 'organization_id';

const IS_DISTRIBUTED = `to_regclass('pg_catalog.pg_dist_partition') is not null`;

const KINDS = `
  select n.nspname as schema, c.relname as "table", format('%I.%I', n.nspname, c.relname) as name,
    case when p.logicalrelid is null then 'plain' when p.partmethod = 'h' then 'distributed' else 'reference' end as kind
  from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_dist_partition p on p.logicalrelid = c.oid
  where n.nspname = any($1) and c.relkind = 'r' and c.relname <> 'migration' order by c.oid`;

/** The tables of all contexts that belong to organizations or lead to them, in the order in which they were created. */
export async function tableKinds(
  client: Pick<pg.Client, 'query'>,
  contexts: readonly ContextMigrations[],
): Promise<TableKind[]> {
  // The kernel's own tables are where its queue is: with the coordinator.
  const schemas = contexts.map(({ schema }) => schema).filter((schema) => schema !== 'kernel');
  const named = (tables: (context: ContextMigrations) => readonly string[] | undefined): Set<string> =>
    new Set(contexts.flatMap((context) => (tables(context) ?? []).map((table) => `${context.schema}.${table}`)));
  const [shared, ofServer] = [named((context) => context.shared), named((context) => context.ofServer)];
  const { rows } = await client.query<Omit<TableKind, 'isShared'>>(KINDS, [schemas]);
  return rows
    .map((row) => ({ ...row, isShared: shared.has(`${row.schema}.${row.table}`) }))
    .filter(({ schema, table }) => !ofServer.has(`${schema}.${table}`));
}

/** How much of a database is distributed. One statement on a plain PostgreSQL. */
export async function extentOf(
  client: Pick<pg.Client, 'query'>,
  contexts: readonly ContextMigrations[],
): Promise<Extent> {
  const { rows } = await client.query<{ is: boolean }>(`select ${IS_DISTRIBUTED} as is`);
  if (rows[0]?.is !== true) return 'nothing';
  const tables = await tableKinds(client, contexts);
  if (tables.every(({ kind }) => kind === 'plain')) return 'nothing';
  return tables.some(({ kind }) => kind === 'plain') || !(await areNoticesSilent(client)) ? 'partly' : 'all';
}

/** Whether triggers send no notices any more: the last step of a distribution. */
async function areNoticesSilent(client: Pick<pg.Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    // By its name: a user without rights may ask this, to be answered what is missing.
    `select prosrc not like '%pg_notify%' as is from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'kernel' and p.proname = 'notify'`,
  );
  return rows[0]?.is === true;
}
