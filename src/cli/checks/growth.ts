import type pg from 'pg';
import { escapeIdentifier } from 'pg';
import { keptBy } from '#kernel/infrastructure/environment/retention';
import { READ_BOUNDING_RUNS, type BoundingRun } from '#kernel/infrastructure/retention/bounding-runs';
import { growthOf, type SchemaGrowth } from '#kernel/domain/growth';
import type { Settings } from '#kernel/infrastructure/settings';
import { MIGRATIONS } from '../../app.module.js';
import { readableAge, readableBytes } from '../terminal.js';
import { ok, warn, type Finding } from './check.js';

const SUBJECT = 'size';
const GROWTH = 'growth';
const MOST = 5;
/** Kinds below this part of all are listed together, unless they have a setting. */
const SMALL = 0.02;
const KIND_WIDTH = 35;
/** Every job that bounds something runs once a day at least. */
const LATE_MS = 2 * 24 * 3_600_000;

/** What one kind takes. */
interface Grown extends SchemaGrowth {
  bytes: number;
  /** As the statistics of PostgreSQL estimate it. */
  rows: number;
  since?: Date;
}

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

/** What grows, by kind: its size, rows, oldest entry and bound. Warns of jobs that bound it and did not run for long. */
export async function checkGrowth(client: pg.Client, settings: Settings): Promise<Finding[]> {
  const grown = await sizes(client, growthOf(MIGRATIONS));
  return [listed(grown, settings), ...(await late(client, grown))];
}

/** Sizes and estimates for all tables in one statement; no table is read, but the first entry of an index. */
async function sizes(client: pg.Client, kinds: readonly SchemaGrowth[]): Promise<Grown[]> {
  const { rows } = await client.query<{ schema: string; name: string; bytes: number; rows: number }>(
    `select n.nspname as schema, c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes,
       greatest(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)::float8 as rows
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = any($1)`,
    [[...new Set(kinds.map(({ schema }) => schema))]],
  );
  const grown: Grown[] = [];
  for (const kind of kinds) {
    const own = rows.filter(({ schema, name }) => schema === kind.schema && kind.tables.includes(name));
    const [bytes, count] = [sum(own.map((row) => row.bytes)), sum(own.map((row) => row.rows))];
    const since = bytes > 0 && kind.oldest !== undefined ? await oldest(client, kind.schema, kind.oldest) : undefined;
    grown.push({ ...kind, bytes, rows: count, ...(since && { since }) });
  }
  return grown.sort((one, other) => other.bytes - one.bytes);
}

/** One entry of an index, for the few kinds that name a column. */
async function oldest(client: pg.Client, schema: string, place: string): Promise<Date | undefined> {
  const [table = '', column = ''] = place.split('.').map((name) => escapeIdentifier(name));
  const { rows } = await client.query<{ at: Date }>(
    `select ${column} as at from ${escapeIdentifier(schema)}.${table}
     where ${column} is not null order by ${column} limit 1`,
  );
  return rows[0]?.at;
}

function listed(grown: readonly Grown[], { keep }: Settings): Finding {
  const total = sum(grown.map(({ bytes }) => bytes));
  const shown = grown.filter(({ bytes, setting }) => setting !== undefined || bytes >= SMALL * total);
  const others = grown.filter((kind) => !shown.includes(kind));
  const lines = shown.map((kind) => {
    const { setting } = kind;
    const value = setting && keptBy(keep, setting);
    const kept = setting !== undefined && value === undefined ? 'for ever' : kind.kept.replace('{keep}', `${value}`);
    return lineOf(kind.kind, kind, [kept, ...(setting ? [setting] : [])].join(', '));
  });
  const rest = { bytes: sum(others.map(({ bytes }) => bytes)), rows: sum(others.map(({ rows }) => rows)) };
  const all =
    others.length > 0 ? [...lines, lineOf(`${others.length} other kinds`, rest, 'see docs, Retention')] : lines;
  return { ...ok(GROWTH, 'what is kept, its size, its rows (estimated), and until when'), details: all };
}

function lineOf(kind: string, { bytes, rows, since }: Pick<Grown, 'bytes' | 'rows' | 'since'>, kept: string): string {
  const from = since ? `since ${since.toISOString().slice(0, 10)}, ` : '';
  const count = Math.round(rows).toLocaleString('en');
  return `${kind.padEnd(KIND_WIDTH)}${readableBytes(bytes).padStart(7)}${count.padStart(12)}  ${from}${kept}`;
}

/** Jobs are compared with the first that was noted: one that never ended is late as well. */
async function late(client: pg.Client, grown: readonly Grown[]): Promise<Finding[]> {
  const { rows: runs } = await client.query<BoundingRun>(READ_BOUNDING_RUNS);
  const { rows: times } = await client.query<{ now: Date }>('select now()');
  const now = times[0]?.now.getTime() ?? 0;
  const begun = Math.min(now, ...runs.map(({ firstAt }) => firstAt.getTime()));
  const jobs = [...new Set(grown.flatMap(({ job }) => job ?? []))].sort();
  return jobs.flatMap((job) => {
    const last = runs.find((run) => run.job === job)?.endedAt.getTime();
    const age = now - (last ?? begun);
    if (age <= LATE_MS) return [];
    const kinds = grown.filter((kind) => kind.job === job).map(({ kind }) => kind);
    const when = last === undefined ? 'never came to its end' : `came to its end ${readableAge(age)} ago`;
    return [warn(GROWTH, `${job} ${when}, so ${kinds.join(', ')} may grow: see the log and quire jobs`)];
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
