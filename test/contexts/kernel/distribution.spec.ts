import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { onOneServer } from '#testing/one-server';
import { ChangeNotices } from '#kernel/infrastructure/distribution/change-notices';
import { clusterFaults } from '#kernel/infrastructure/distribution/cluster';
import { Distribution } from '#kernel/infrastructure/distribution/distribution';
import { extentOf } from '#kernel/infrastructure/distribution/table-kinds';
import { JobWriter } from '#kernel/infrastructure/jobs/job-writer';
import { CarriedEventChain } from '#kernel/infrastructure/requests/carried-event-chain';
import { MIGRATIONS } from '../../../src/app.module.js';
import { TestCluster, until, type TestProcess } from '#testing/test-kernel';
import { sourceFiles } from '../../architecture/source-files.js';

const CHANNEL = 'quire_record_changed';

/** Code that writes a table whose triggers send notices, and sends none itself, and why. */
const SILENT: Readonly<Record<string, string>> = {
  'src/content/spaces/infrastructure/space/space-content.store.ts': 'what it writes belongs to a space that is new',
  'src/content/spaces/infrastructure/space/transferred-rows.ts': 'the store that transfers, and calls it, does',
  'src/content/revisions/infrastructure/revision/revision-statements.ts': 'the store that runs them does',
  'src/content/revisions/infrastructure/history/history-statements.ts': 'what runs them, in steps, does',
};

describe('a process on a distributed database', () => {
  let cluster: TestCluster;
  let kernel: TestProcess;
  let listener: pg.Client;
  const heard: string[] = [];

  beforeAll(async () => {
    cluster = await TestCluster.create();
    kernel = await cluster.process();
    listener = new pg.Client({ connectionString: cluster.url });
    await listener.connect();
    listener.on('notification', ({ payload = '' }) => heard.push(payload));
    await listener.query(`listen ${CHANNEL}`);
  });
  afterAll(async () => {
    await listener.end();
    await cluster.end();
  });

  /** What others hear of a transaction that reports these records, before a notice that is sent after it. */
  async function heardOf(isDistributed: boolean, records: readonly string[], fails = false): Promise<string[]> {
    const notices = new ChangeNotices(kernel.sql, kernel.unitOfWork, new Distribution(isDistributed));
    heard.length = 0;
    await kernel.unitOfWork
      .transaction(async () => {
        await kernel.sql.rows('test.one', 'select 1 as one');
        for (const record of records) notices.send(CHANNEL, record);
        if (fails) throw new Error('It is rolled back');
      })
      .catch(() => undefined);
    await kernel.sql.rows('test.end', 'select pg_notify($1, $2)', [CHANNEL, 'end']);
    await until(() => heard.includes('end'), 'the last notice');
    return heard.slice(0, -1);
  }

  it('sends a notice of each record that it changed, once, with the commit', async () => {
    expect(await heardOf(true, ['one', 'other', 'one'])).toEqual(['one', 'other']);
    expect(await heardOf(true, ['one'], true)).toEqual([]);
  });

  it('sends none on a plain database, whose triggers do', async () => {
    expect(await heardOf(false, ['one'])).toEqual([]);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('writes a job whose condition it does not ask for (distributed: %s, jobs: %d)', async (isDistributed, count) => {
    // A process has one text of the statement that adds jobs.
    const { sql, unitOfWork } = await cluster.process();
    const reactions = { conditions: () => new Map([['test.never', 'false']]) };
    const writer = new JobWriter(sql, unitOfWork, new CarriedEventChain(), reactions, new Distribution(isDistributed));
    await sql.dynamic('truncate graphile_worker._private_jobs');
    await unitOfWork.transaction(() => writer.add([{ name: 'test.never', payload: '{}', organization: 'org' }]));
    expect(await sql.dynamic('select id from graphile_worker._private_jobs')).toHaveLength(count);
  });

  onOneServer(it, 'about a plain database')('is none on a plain database, and what it lacks is named', async () => {
    expect(await extentOf(kernel.sql.pool, MIGRATIONS)).toBe('nothing');
    expect(await clusterFaults(kernel.sql.pool)).toEqual([expect.stringContaining('create extension citus')]);
    expect(await Distribution.of(kernel.sql.pool, MIGRATIONS, 1)).toEqual({ isDistributed: false });
  });

  onOneServer(it, 'about a plain database')(
    'has triggers that send notices by one function alone, which is made silent there',
    async () => {
      const functions = await kernel.sql.dynamic(
        `select p.oid::regproc::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where p.prosrc like '%pg_notify%' and n.nspname <> 'graphile_worker' and n.nspname not like 'pg\\_%'`,
      );
      expect(functions).toEqual([{ name: 'kernel.notify' }]);
    },
  );

  it.each([
    ['12.1-1', true],
    ['13.0-1', true],
    ['13.1-1', false],
    ['14.0-1', false],
  ])('finds out whether Citus %s says of which transactions it keeps rows', async (version, tooOld) => {
    const client = { query: (text: string) => ({ rows: text.includes('pg_extension') ? [{ version }] : [] }) };
    const faults = await clusterFaults(client as unknown as pg.Client);
    expect(faults.includes(`The extension is Citus ${version}: 13.1 is needed`)).toBe(tooOld);
  });

  it('reports what it changes wherever a trigger would send a notice of it', async () => {
    const tables = await kernel.sql.dynamic<{ name: string }>(`
      with recursive notifying (oid) as (
        select oid from pg_proc where prosrc like '%kernel.notify(%'
        union
        select p.oid from pg_proc p join notifying n on p.prosrc like '%' || n.oid::regproc::text || '(%'
      )
      select distinct t.tgrelid::regclass::text as name from pg_trigger t join notifying n on n.oid = t.tgfoid order by 1`);
    expect(tables.length).toBeGreaterThan(8);
    const names = tables.map(({ name }) => name.replace('.', '\\.')).join('|');
    const writes = new RegExp(`\\b(?:update|insert into|delete from) (?:${names})\\b`);
    const writing = sourceFiles().filter(
      (path) => !path.includes('/migrations/') && writes.test(readFileSync(path, 'utf8')),
    );
    expect(writing.length).toBeGreaterThan(8);
    const silent = writing.filter((path) => !/\.changed\(/.test(readFileSync(path, 'utf8')));
    expect(silent.sort()).toEqual(
      Object.keys(SILENT)
        .filter((path) => writing.includes(path))
        .sort(),
    );
  });
});
