import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { idAt } from '#kernel/domain/id';
import { TestServer, type TestUser } from '#testing/test-server';
import {
  DUE,
  findUnneeded,
  REMOVE,
} from '../../../../src/content/revisions/infrastructure/history/history-statements.js';
import { ThinnedHistory } from '../../../../src/content/revisions/infrastructure/history/thinned-history.js';
import { HistoryOfSpace } from './history-of-space.js';

describe('rows that name revisions', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_KEEP_HISTORY_DAYS: '30' } });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    server.clock.reset();
    ada = await server.administrator();
  });

  const thin = (): Promise<unknown> => server.runJob('content.thin-history');
  const begin = (user = ada): Promise<HistoryOfSpace> => HistoryOfSpace.begin(server, user);
  const edited = (times: number): Promise<HistoryOfSpace> => HistoryOfSpace.edited(server, ada, times);

  it('reads one entry of an index of each space, and rows of the space alone', async () => {
    const history = await edited(12);
    await server.rows(
      `insert into content.revision (organization_id, id, space_id, type, generation, variables, author, created_at)
       select $1, 'A' || n, 'another', 'edits', 0, '{}', 'ada', now() from generate_series(1, 5000) n`,
      [ada.organization],
    );
    await server.rows(
      `insert into content.revision_parent (organization_id, revision_id, ordinal, parent_id)
       select $1, 'A' || n, 0, 'A' || n - 1 from generate_series(2, 5000) n`,
      [ada.organization],
    );
    await server.rows('analyze content.revision, content.revision_parent');
    const ids = [...(await history.graph()).keys()];
    const { spaceId, organizationId } = { spaceId: history.space.id, organizationId: ada.organization };
    const find = findUnneeded(server.app.get(ThinnedHistory, { strict: false }).names);
    const planned = [
      await planOf(DUE, [organizationId, [spaceId], idAt(server.clock.now())]),
      await planOf(find, [organizationId, spaceId, idAt(server.clock.now())]),
      await planOf(REMOVE, [organizationId, ids.slice(2, 8)]),
    ];
    for (const { seen, most } of planned) expect({ seen, isFew: most <= 60 }).toEqual({ seen: [], isFew: true });
    expect(planned[0]?.most).toBe(1);
    await server.rows(`delete from content.revision where space_id = 'another'`);
    await server.rows(`delete from content.revision_parent where revision_id ~ '^A[0-9]+$'`);
  });

  it.each([
    ['change_request', {}],
    ['change_request_review', { status: 'approved' }],
    ['change_request_reviewer', {}],
    ['merge_conflict', {}],
    ['comment', { status: 'resolved' }],
    ['git_sync', {}],
    ['print', { state: 'failed' }],
    ['translation', { status: 'completed' }],
  ])('keeps what a row of %s names, by each of its columns', async (table, more) => {
    const { names } = server.app.get(ThinnedHistory, { strict: false });
    for (const { columns, compared = [], space = 'space_id' } of names.filter((each) => each.table === table)) {
      for (const column of columns) {
        const history = await edited(6);
        const ids = [...(await history.graph()).keys()];
        const { id: request } = space === 'change_request_id' ? await history.request('names') : { id: '' };
        const place = request === '' ? history.space.id : request;
        await fill(table, { status: 'archived', ...more, [space]: place, [column]: ids[2] });
        await thin();
        const left = [...(await history.graph()).keys()];
        const before = compared.includes(column) ? [ids[1]] : [];
        expect({ column, left }).toEqual({ column, left: [...before, ids[2], ids.at(-1)] });
        await server.rows(`delete from content.${table} where ${space} = $1`, [place]);
      }
    }
  });

  it('knows every column that names revisions', async () => {
    const history = await begin();
    await history.play();
    await server.drain();
    const columns = await server.rows<{ table: string; column: string; type: string }>(
      `select table_name as table, column_name as column, data_type as type from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
       where table_schema = 'content' and table_type = 'BASE TABLE' and table_name <> all(array['revision', 'revision_parent', 'thinned_history'])
         and (data_type = 'text' or data_type = 'ARRAY' and udt_name = '_text')
         -- Others concern the whole server.
         and exists (select from information_schema.columns o where o.table_schema = 'content'
           and o.table_name = columns.table_name and o.column_name = 'organization_id') order by 1, 2`,
    );
    const declared = new Set(
      server.app
        .get(ThinnedHistory, { strict: false })
        .names.flatMap(({ table, columns: named }) => named.map((column) => `${table}.${column}`)),
    );
    // The text of a document and the like may hold anything: only whole values are compared.
    const holds = columns.map(({ table, column, type }) => {
      const value = type === 'ARRAY' ? `any(t.${column})` : `t.${column}`;
      return `select '${table}.${column}' as name where exists (select from content.${table} t
        join content.revision r on r.organization_id = t.organization_id and r.id = ${value})`;
    });
    const found = await server.rows<{ name: string }>(holds.join(' union all '));
    const byName = columns.filter(({ column }) => /revision/.test(column)).map((c) => `${c.table}.${c.column}`);
    const all = new Set([...byName, ...found.map(({ name }) => name), ...declared]);
    expect([...all].filter((name) => !declared.has(name))).toEqual([]);
    expect([...declared].filter((name) => !columns.some((c) => `${c.table}.${c.column}` === name))).toEqual([]);
    expect([...declared].sort()).toEqual([
      'change_request.proposed_alike',
      'change_request.revision_id',
      'change_request.revision_initial',
      'change_request.revision_merged',
      'change_request.revision_merged_ancestor',
      'change_request_review.revision_id',
      'change_request_reviewer.revision_id',
      'comment.revision_id',
      'git_sync.base_id',
      'git_sync.pushing_id',
      'merge_conflict.revision_id',
      'merge_conflict.revision_resolved',
      'print.revision_id',
      'space_head.revision_id',
      'translation.result_revision',
      'translation.run_revision',
      'translation.source_revision',
    ]);
  });

  /** Inserts a row with these values, and any others where there have to be some. */
  async function fill(table: string, given: Record<string, unknown>): Promise<void> {
    const columns = await server.rows<{ name: string; type: string; needed: boolean }>(
      `select attname as name, format_type(atttypid, null) as type, attnotnull and not atthasdef as needed
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [`content.${table}`],
    );
    const any = { integer: 1, bigint: 1, boolean: false, jsonb: '{}', 'timestamp with time zone': new Date() };
    const values = columns.flatMap(({ name, type, needed }) => {
      if (name === 'organization_id') return [{ name, value: ada.organization }];
      if (name in given) return [{ name, value: type === 'text[]' ? [given[name]] : given[name] }];
      return needed ? [{ name, value: type in any ? any[type as keyof typeof any] : 'another' }] : [];
    });
    await server.rows(
      `insert into content.${table} (${values.map(({ name }) => name).join(', ')})
       values (${values.map((_, i) => `$${i + 1}`).join(', ')})`,
      values.map(({ value }) => value),
    );
  }

  /** Runs a statement as it is planned whatever its values; the tables of history that it reads whole, and rows a scan. */
  async function planOf(text: string, values: readonly unknown[]): Promise<{ seen: string[]; most: number }> {
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query('begin');
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
        text: `explain (analyze, format json) ${text}`,
        values: [...values],
      });
      const nodes = below(rows[0]?.['QUERY PLAN'][0].Plan);
      const ofHistory = nodes.filter((node) => /^revision/.test(node['Relation Name'] ?? ''));
      return {
        seen: ofHistory.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? ''),
        most: Math.max(...ofHistory.map((node) => node['Actual Rows'] * node['Actual Loops'])),
      };
    } finally {
      await client.query('rollback');
      await client.end();
    }
  }
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

const below = (node: PlanNode | undefined): PlanNode[] => (node ? [node, ...(node.Plans ?? []).flatMap(below)] : []);
