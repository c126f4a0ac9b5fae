import type pg from 'pg';

/** Rows of each table, in its statistics. */
const ROWS = 1_000_000;

/** A value of each type that a key may have; of others, an empty text or list. */
const VALUES: Readonly<Record<string, unknown>> = {
  integer: 1,
  bigint: 1,
  smallint: 1,
  real: 1,
  'double precision': 1,
  boolean: false,
  jsonb: '{}',
  'timestamp with time zone': '2026-01-01T00:00:00Z',
  uuid: '00000000-0000-0000-0000-000000000000',
};

interface Column {
  name: string;
  type: string;
  isNeeded: boolean;
}

/**
 * Makes PostgreSQL plan for a server of many organizations with one row each in every table, which a few large ones share
 * with them: each table gets a page, the number of rows that would be on it, and no constraints but its keys.
 */
export async function tellOfSmallOrganizations(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<{ schema: string; name: string; table: string; columns: Column[] }>(
    `select n.nspname::text as schema, c.relname::text as name, c.oid::regclass::text as table, json_agg(json_build_object(
       'name', quote_ident(a.attname), 'type', format_type(a.atttypid, null),
       'isNeeded', a.attnotnull and not a.atthasdef and a.attidentity = '')) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and n.nspname in (
       select k.nspname from pg_class t join pg_namespace k on k.oid = t.relnamespace where t.relname = 'migration')
     group by n.nspname, c.relname, c.oid order by c.oid`,
  );
  const { rows: constraints } = await client.query<{ drop: string }>(
    `select format('alter table %s drop constraint if exists %I', conrelid::regclass, conname) as drop
     from pg_constraint where contype in ('c', 'f') and conrelid <> 0 and connamespace::regnamespace::text = any($1)`,
    [tables.map(({ schema }) => schema)],
  );
  await client.query(constraints.map(({ drop }) => drop).join(';\n'));
  for (const { schema, name, table, columns } of tables) {
    const needed = columns.filter(({ isNeeded }) => isNeeded);
    await client.query(
      needed.length === 0
        ? `insert into ${table} default values on conflict do nothing`
        : `insert into ${table} (${needed.map((column) => column.name).join(', ')})
           values (${needed.map((_, at) => `$${at + 1}`).join(', ')}) on conflict do nothing`,
      needed.map(({ type }) => VALUES[type] ?? (type.endsWith('[]') ? '{}' : '')),
    );
    await client.query(
      `select pg_restore_relation_stats('schemaname', $1::text, 'relname', $2::text, 'relpages', 1, 'reltuples', ${ROWS}::real)`,
      [schema, name],
    );
    if (columns.some((column) => column.name === 'organization_id'))
      await client.query(
        `select pg_restore_attribute_stats('schemaname', $1::text, 'relname', $2::text, 'attname', 'organization_id',
           'inherited', false, 'null_frac', 0::real, 'avg_width', 21, 'n_distinct', (-1)::real)`,
        [schema, name],
      );
  }
}
