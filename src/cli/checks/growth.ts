import type pg from 'pg';
import { readableBytes } from '../terminal.js';
import { ok, type Finding } from './check.js';

const SUBJECT = 'size';
const MOST = 5;

/** How large the database is, and which of its tables are the largest, with their indexes. */
export async function checkSize(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string; bytes: number; total: number }>(
    `select c.oid::regclass::text as name, pg_total_relation_size(c.oid)::float8 as bytes,
       pg_database_size(current_database())::float8 as total
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
     order by bytes desc limit $1`,
    [MOST],
  );
  if (rows.length === 0) return ok(SUBJECT, 'the database is empty');
  const largest = rows.map(({ name, bytes }) => `${name} ${readableBytes(bytes)}`).join(', ');
  return ok(SUBJECT, `the database has ${readableBytes(rows[0]?.total ?? 0)}; the largest tables: ${largest}`);
}
