import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestCluster, type TestProcess } from '#testing/test-kernel';

describe('sql query', () => {
  const VALUES = `select $1::int as number, $2::text as text, $3::timestamptz as moment, $4::jsonb as json, $5::text[] as list,
  $6::bytea as bytes, $7::bool as flag, null as nothing, count(*) as count from (values (1), (2)) v`;
  const NAME = 'test.values';

  let cluster: TestCluster;
  let process: TestProcess;

  beforeAll(async () => {
    cluster = await TestCluster.create();
    process = await cluster.process();
  });
  afterAll(() => cluster.end());

  describe('a prepared statement', () => {
    const values = [
      7,
      'naïve',
      new Date('2026-03-01T10:00:00.000Z'),
      { a: [1] },
      ['x', 'y'],
      Buffer.from([0, 255]),
      true,
    ];
    const row = {
      number: 7,
      text: 'naïve',
      moment: values[2],
      json: { a: [1] },
      list: ['x', 'y'],
      bytes: Buffer.from([0, 255]),
      flag: true,
      nothing: null,
      count: 2,
    };

    it('returns values of every type unchanged, the first time and when its columns are cached', async () => {
      for (let i = 0; i < 12; i++) expect(await process.sql.rows(NAME, VALUES, values)).toEqual([row]);
    });

    it('answers the same inside a transaction', async () => {
      const rows = await process.unitOfWork.transaction(async () => [
        await process.sql.row(NAME, VALUES, values),
        await process.sql.row(NAME, VALUES, values),
      ]);
      expect(rows).toEqual([row, row]);
    });

    it('does not mix up statements that run at the same time on one connection', async () => {
      const rows = await process.unitOfWork.transaction(() =>
        Promise.all([
          process.sql.row('test.one', 'select $1::int as one', [1]),
          process.sql.row('test.two', 'select $1::int as two, $2::int as three', [2, 3]),
          process.sql.row('test.one', 'select $1::int as one', [4]),
        ]),
      );
      expect(rows).toEqual([{ one: 1 }, { two: 2, three: 3 }, { one: 4 }]);
    });

    it('may answer no rows and have no columns', async () => {
      const none = 'select 1 as one where $1::bool';
      expect(await process.sql.rows('test.none', none, [false])).toEqual([]);
      expect(await process.sql.rows('test.none', none, [true])).toEqual([{ one: 1 }]);
      await process.unitOfWork.transaction(async () => {
        await process.sql.rows('test.create', 'create temporary table t (n int) on commit drop');
        expect(await process.sql.rows('test.insert', 'insert into t values ($1)', [1])).toEqual([]);
        expect(await process.sql.rows('test.insert', 'insert into t values ($1)', [2])).toEqual([]);
        expect(await process.sql.rows('test.count', 'select count(*) as count from t')).toEqual([{ count: 2 }]);
      });
    });

    it("throws PostgreSQL's error, and leaves the connection usable", async () => {
      const divide = 'select 1 / $1::int as quotient';
      for (let i = 0; i < 3; i++) {
        await expect(process.sql.rows('test.divide', divide, [0])).rejects.toMatchObject({ code: '22012' });
        await expect(process.sql.rows('test.wrong', 'select nothing_of_the_kind')).rejects.toMatchObject({
          code: '42703',
        });
        expect(await process.sql.rows('test.divide', divide, [1])).toEqual([{ quotient: 1 }]);
      }
    });

    it('refuses a value that can not be sent, and leaves the connection fit for the next', async () => {
      const circle: Record<string, unknown> = {};
      circle['self'] = circle;
      for (let i = 0; i < 12; i++) {
        await expect(process.sql.rows('test.json', 'select $1::jsonb as json', [circle])).rejects.toThrow('circular');
      }
      expect(await process.sql.rows('test.json', 'select $1::jsonb as json', [{}])).toEqual([{ json: {} }]);
    });

    it('refuses a second text under one name', async () => {
      await process.unitOfWork.transaction(async () => {
        await process.sql.rows('test.name', 'select 1 as one');
        await expect(process.sql.rows('test.name', 'select 2 as two')).rejects.toThrow('test.name');
      });
    });

    it('fails when its connection ends, and the next runs on another', async () => {
      const asleep = process.sql.rows('test.sleep', `select pg_sleep(30), $1::text as "is asleep"`, ['yes']);
      const ended = expect(asleep).rejects.toThrow();
      await process.sql.rows(
        'test.end',
        `select pg_sleep(0.2), (select count(pg_terminate_backend(pid)) from pg_stat_activity
        where datname = current_database() and query like '%is asleep%' and pid <> pg_backend_pid())`,
      );
      await ended;
      expect(await process.sql.rows('test.after', 'select 1 as one')).toEqual([{ one: 1 }]);
    });
  });
});
