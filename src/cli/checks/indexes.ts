import type pg from 'pg';
import { MIGRATIONS } from '../../app.module.js';
import { warn, type Finding } from './check.js';

/** Indexes that PostgreSQL keeps up to date and does not read, but those that are being made now. */
const INVALID = `select i.indexrelid::regclass::text as name from pg_index i
  join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where not i.indisvalid and n.nspname = any($1)
    and not exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) order by 1`;

/** Warns of indexes that an interrupted `create index concurrently` left: statements are slow without them. */
export async function checkIndexes(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string }>(INVALID, [MIGRATIONS.map(({ schema }) => schema)]);
  if (rows.length === 0) return [];
  const names = rows.map(({ name }) => name);
  const statements = names.map((name) => `reindex index concurrently ${name};`).join(' ');
  return [warn('indexes', `making ${names.join(', ')} was interrupted, so that it is not used: run ${statements}`)];
}
