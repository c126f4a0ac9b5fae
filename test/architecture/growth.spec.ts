import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RUNS_JOB, type JobMark } from '#kernel/application/reactions';
import { MarkedProviders } from '#kernel/infrastructure/marked-providers';
import { growthOf, OF_EVERY_SCHEMA, type SchemaGrowth } from '#kernel/domain/growth';
import { SETTINGS_TABLE } from '#kernel/infrastructure/settings-table';
import { TestServer } from '#testing/test-server';
import { MIGRATIONS } from '../../src/app.module.js';

const PAGE = 'docs/operate/retention.md';
const kinds = growthOf(MIGRATIONS);

const tablesOf = (growth: readonly SchemaGrowth[]): string[] =>
  growth.flatMap(({ schema, tables }) => tables.map((table) => `${schema}.${table}`)).sort();

/** The row of the page on retention for a kind. */
function rowOf({ kind, kept, setting, tables, schema }: SchemaGrowth): string {
  const value = setting === undefined ? '' : SETTINGS_TABLE[setting].default;
  const names = schema === 'graphile_worker' ? '`graphile_worker`' : tables.map((table) => `\`${table}\``).join(', ');
  // As `quire doctor` says it.
  const until = value === 'forever' ? 'for ever' : kept.replace('{keep}', value);
  const cells = [kind, names, until, setting === undefined ? '' : `\`${setting}\``];
  return `| ${cells.join(' | ')} |`;
}

/** Tables of the database that no kind names, and those of kinds that the database has not. */
function faultsOf(growth: readonly SchemaGrowth[], found: readonly string[]): string[] {
  const named = tablesOf(growth);
  return [
    ...found.filter((table) => !named.includes(table)).map((table) => `${table} is in no list of growth`),
    ...named.filter((table, at) => named.indexOf(table) !== at).map((table) => `${table} is listed twice`),
    ...named.filter((table) => !found.includes(table)).map((table) => `${table} is listed and does not exist`),
  ];
}

describe('what grows', () => {
  let server: TestServer;
  let tables: string[];

  beforeAll(async () => {
    server = await TestServer.shared();
    const rows = await server.rows<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname = any($1) and c.relname <> all($2)`,
      [[...new Set(kinds.map(({ schema }) => schema))], OF_EVERY_SCHEMA],
    );
    tables = rows.map(({ name }) => name);
  });
  afterAll(() => server.stop());

  it('is every table of the database, each in one kind, with what bounds it', () => {
    expect(faultsOf(kinds, tables)).toEqual([]);
  });

  it('is noticed where a new table is in no list, or a list names one that is gone', () => {
    expect(faultsOf(kinds, [...tables, 'content.canary'])).toEqual(['content.canary is in no list of growth']);
    const gone: SchemaGrowth = { schema: 'content', kind: 'canary', tables: ['canary', 'space'], kept: 'for ever' };
    expect(faultsOf([...kinds, gone], tables)).toEqual([
      'content.space is listed twice',
      'content.canary is listed and does not exist',
    ]);
  });

  it('is bounded by jobs that there are, which note their runs, on a schedule', () => {
    const jobs = server.app.get(MarkedProviders).with<JobMark>(RUNS_JOB);
    const bounding = jobs.filter(([{ bounds }]) => bounds === true);
    const named = new Set(kinds.flatMap(({ job }) => job ?? []));
    expect(bounding.map(([{ name }]) => name).sort()).toEqual([...named].sort());
    expect(bounding.filter(([{ schedule }]) => schedule === undefined)).toEqual([]);
  });

  it('finds its oldest entries by an index', async () => {
    for (const { schema, oldest } of kinds) {
      if (oldest === undefined) continue;
      const [table = '', column = ''] = oldest.split('.');
      const leading = await server.rows(
        `select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
         where i.indrelid = $1::regclass and a.attname = $2`,
        [`${schema}.${table}`, column],
      );
      expect([oldest, leading.length > 0]).toEqual([oldest, true]);
    }
  });

  it('is described to operators, each kind in a row', () => {
    const page = readFileSync(PAGE, 'utf8');
    expect(kinds.map(rowOf).filter((row) => !page.includes(row))).toEqual([]);
  });
});
