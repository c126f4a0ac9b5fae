import { createHash } from 'node:crypto';
import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Transfer } from '../../domain/space/transfers.js';
import { CHANGE_REQUESTS, REVISIONS } from '../../../revisions/infrastructure/reading.js';
import type { RowsOfSpaces } from './space-rows.js';

/** What a transfer changes beside the organization. */
export interface TransferChanges {
  /** The rank of the root in the other organization, where no collection contains it. */
  rank: string;
  /** The users whose grants are kept. */
  users: readonly string[];
  now: Date;
}

/** The rows of one table that a transfer moves. */
interface MovedRows {
  table: string;
  /** The condition of the rows `t` in the organization $1 that belong to `ids`, which are $2. */
  condition: string;
  ids: readonly string[];
  /** The condition of those among them that are copied; the others are only deleted. */
  kept?: string;
  /** Columns that get another value. */
  changed?: Readonly<Record<string, string>>;
  order?: string;
  /** The parameters of `kept` and `changed`, from $4 on. */
  values?: readonly unknown[];
}

/** A table as PostgreSQL knows it in a transaction with this number. */
interface KnownTable {
  name: string;
  columns: string[];
  transaction: string;
}

const OF_SPACES = 't.organization_id = $1 and t.space_id = any($2::text[])';
const BY_ID = 't.organization_id = $1 and t.id = any($2::text[])';
const OF_CONTENT = 't.organization_id = $1 and t.content_id = any($2::text[])';
const OF_REVISIONS = `t.organization_id = $1 and t.revision_id in (
    select r.id from ${REVISIONS} r where r.organization_id = $1 and r.space_id = any($2::text[]))`;
const OF_CHANGE_REQUESTS = `t.organization_id = $1 and t.change_request_id in (
    select c.id from ${CHANGE_REQUESTS} c where c.organization_id = $1 and c.space_id = any($2::text[]))`;

/** The root ($4) leaves its collection and gets the rank $5; $6 is the time. */
const PLACED = {
  version: 't.version + 1',
  updated_at: '$6::timestamptz',
  parent: 'case when t.id = $4 then null else t.parent end',
  rank: 'case when t.id = $4 then $5 else t.rank end',
};
const UNPUBLISHED = { published_url: 'null', published_visibility: 'null' };

/** Columns of a later version are copied too; generated ones can't be written. */
const COLUMNS = `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns,
    pg_current_xact_id()::text as transaction
  from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'content'::regnamespace and c.relname = any($1::text[])
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'organization_id'
  group by c.relname`;

/** The tables that are not declared with `@OwnsRowsOfSpaces`. */
const OTHERS = ['collection', 'space', 'permission', 'revision', 'revision_parent'];

/** Reads no row. No other transaction can change the columns of these tables until this one ends. */
const hold = (tables: readonly string[]): string =>
  tables.map((table) => `select 1 from content.${table} where organization_id = $1 and false`).join(' union all ');

/**
 * Copies the rows of what is transferred to the other organization, and deletes them where they were: a distributed
 * database can't change the organization of a row. Rows are locked when they are copied, so another transaction
 * changes one before that, or not at all. The number of statements is constant.
 */
export async function moveRows(
  sql: SqlQuery,
  rows: RowsOfSpaces,
  transfer: Transfer,
  changes: TransferChanges,
): Promise<void> {
  const { from, to, contents } = transfer;
  const tables = [...OTHERS, ...rows.all.map(({ table }) => table)];
  await sql.defer('handover.hold-tables', hold(tables), [from]);
  const known = await sql.rows<KnownTable & {}>('handover.columns', COLUMNS, [tables]);
  const columns = new Map(known.map(({ name, columns }) => [name, columns]));
  const moved = movedRows(rows, transfer, changes, known[0]?.transaction);
  for (const each of moved) {
    const text = copyOf(each, columns.get(each.table) ?? []);
    await sql.defer(nameOfCopy(each, text), text, [from, each.ids, to, ...(each.values ?? [])]);
  }
  const forgotten = rows.direct.filter(({ onTransfer }) => onTransfer === 'delete');
  for (const { table } of forgotten)
    await sql.defer(`handover.forget-${table}-2`, deletionOf(table, OF_SPACES), [from, contents.space]);
  for (const { table, condition, ids } of moved.toReversed())
    await sql.defer(`handover.delete-${table}`, deletionOf(table, condition), [from, ids]);
}

/**
 * In the order in which they are copied. Triggers look for the collection of a row that is inserted, and count it in rows of
 * other tables that are there already.
 */
function movedRows(
  { direct, ofChangeRequests }: RowsOfSpaces,
  { root, contents }: Transfer,
  { rank, users, now }: TransferChanges,
  transaction: string | undefined,
): MovedRows[] {
  const { space, collection } = contents;
  const placed = [root.id, rank, now];
  const kept = direct.filter(({ onTransfer }) => onTransfer === undefined);
  const ofSpaces = [...kept.filter(({ counts }) => !counts), ...kept.filter(({ counts }) => counts)];
  return [
    {
      table: 'collection',
      condition: BY_ID,
      ids: collection,
      changed: PLACED,
      values: placed,
      // The outer ones first.
      order: 'order by cardinality(t.chain), t.id',
    },
    { table: 'space', condition: BY_ID, ids: space, changed: { ...PLACED, ...UNPUBLISHED }, values: placed },
    {
      table: 'permission',
      condition: OF_CONTENT,
      ids: [...collection, ...space],
      kept: "t.subject_kind = 'user' and t.subject_id = any($4::text[])",
      values: [users],
    },
    // The default of the column: a distributed database would compute it on the node that the row comes from.
    {
      table: 'revision',
      condition: OF_SPACES,
      ids: space,
      changed: { written_by: '$4::bigint' },
      values: [transaction],
    },
    { table: 'revision_parent', condition: OF_REVISIONS, ids: space },
    ...ofSpaces.map(({ table }) => ({ table, condition: OF_SPACES, ids: space })),
    ...ofChangeRequests.map(({ table }) => ({ table, condition: OF_CHANGE_REQUESTS, ids: space })),
  ];
}

function copyOf({ table, condition, kept, changed = {}, order = '' }: MovedRows, columns: readonly string[]): string {
  const quoted = columns.map((column) => `"${column.replaceAll('"', '""')}"`);
  const selected = columns.map((column, i) => changed[column] ?? `t.${quoted[i]}`);
  return `insert into content.${table} (${['organization_id', ...quoted].join(', ')})
  select ${['$3', ...selected].join(', ')} from content.${table} t
  where ${condition}${kept === undefined ? '' : ` and ${kept}`} ${order} for update of t`;
}

/** With a hash of the text, which depends on the columns that there are. */
function nameOfCopy({ table }: MovedRows, text: string): string {
  return `handover.copy-${table}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

const deletionOf = (table: string, condition: string): string => `delete from content.${table} t where ${condition}`;
