import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrate, migrated, type ContextMigrations } from '#kernel/infrastructure/database/migrator';
import { createEmptyDatabase, type TestDatabase } from '#testing/test-database';
import { MIGRATIONS } from '../../../src/app.module.js';

describe('migrator', () => {
  class First1790000000001 implements MigrationInterface {
    readonly name = 'First1790000000001';
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('create table sample.one (id int)');
    }
    async down(): Promise<void> {}
  }

  class Second1790000000002 implements MigrationInterface {
    readonly name = 'Second1790000000002';
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('create table sample.two (id int)');
    }
    async down(): Promise<void> {}
  }

  class Broken1790000000003 implements MigrationInterface {
    readonly name = 'Broken1790000000003';
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('create table sample.three (id int)');
      await runner.query('create table sample.one (id int)');
    }
    async down(): Promise<void> {}
  }

  /** Ends the connection that has the migration lock, as a proxy may do with idle connections. */
  class Cut1790000000004 implements MigrationInterface {
    readonly name = 'Cut1790000000004';
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(
        `select pg_terminate_backend(pid, 10000) from pg_locks join pg_database d on d.oid = database
         where locktype = 'advisory' and datname = current_database() and pid <> pg_backend_pid()`,
      );
      await runner.query('create table sample.one (id int)');
    }
    async down(): Promise<void> {}
  }

  class Altered1790000000005 implements MigrationInterface {
    readonly name = 'Altered1790000000005';
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('alter table sample.one add column more text');
    }
    async down(): Promise<void> {}
  }

  class Indexed1790000000006 implements MigrationInterface {
    readonly name = 'Indexed1790000000006';
    readonly transaction = false;
    async up(runner: QueryRunner): Promise<void> {
      // All others are waiting for this one by then.
      await sleep(1_000);
      await runner.query('create index concurrently one_by_id on sample.one (id)');
    }
    async down(): Promise<void> {}
  }

  const sample = (...migrations: ContextMigrations['migrations']): ContextMigrations[] => [
    { schema: 'sample', migrations },
  ];

  const databases: TestDatabase[] = [];

  afterEach(async () => {
    for (const database of databases.splice(0)) await database.drop();
  });

  async function emptyDatabase(): Promise<string> {
    const database = await createEmptyDatabase();
    databases.push(database);
    return database.url;
  }

  async function query<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<R>(text)).rows;
    } finally {
      await client.end();
    }
  }

  const tables = async (url: string): Promise<string[]> =>
    (
      await query<{ name: string }>(
        url,
        `select table_name as name from information_schema.tables where table_schema = 'sample' order by 1`,
      )
    ).map(({ name }) => name);

  describe('migrating', () => {
    it('brings an empty database to the newest version, and does nothing the second time', async () => {
      const url = await emptyDatabase();
      const applied = await migrate(url, MIGRATIONS);
      expect(applied).toHaveLength(MIGRATIONS.flatMap(({ migrations }) => migrations).length);
      const schemas = await query<{ name: string }>(url, 'select schema_name as name from information_schema.schemata');
      for (const { schema } of MIGRATIONS) expect(schemas.map(({ name }) => name)).toContain(schema);
      expect(await migrate(url, MIGRATIONS)).toEqual([]);
    });

    it('is done once although several processes start at the same time', async () => {
      const url = await emptyDatabase();
      const contexts = sample(First1790000000001, Second1790000000002);
      const applied = await Promise.all([1, 2, 3].map(() => migrate(url, contexts)));
      expect(applied.flat().sort()).toEqual(['sample: First1790000000001', 'sample: Second1790000000002']);
      expect(await tables(url)).toEqual(['migration', 'one', 'two']);
    });

    it('creates an index beside tables in use while other processes wait to migrate', async () => {
      const url = await emptyDatabase();
      const contexts = sample(First1790000000001, Indexed1790000000006);
      const applied = await Promise.all([1, 2, 3].map(() => migrate(url, contexts)));
      expect(applied.flat().sort()).toEqual(['sample: First1790000000001', 'sample: Indexed1790000000006']);
    });

    it('applies pending migrations in order', async () => {
      const url = await emptyDatabase();
      await migrate(url, sample(First1790000000001));
      expect(await migrate(url, sample(First1790000000001, Second1790000000002))).toEqual([
        'sample: Second1790000000002',
      ]);
    });

    it('rolls back a migration that fails, keeps those before, and reports what failed', async () => {
      const url = await emptyDatabase();
      await expect(migrate(url, sample(First1790000000001, Broken1790000000003))).rejects.toThrow(
        /one" already exists/,
      );
      expect(await tables(url)).toEqual(['migration', 'one']);
      expect(await migrate(url, sample(First1790000000001, Second1790000000002))).toEqual([
        'sample: Second1790000000002',
      ]);
    });

    it('fails before the next context when its own connection was lost, and goes on from there', async () => {
      const url = await emptyDatabase();
      const later = { schema: 'later', migrations: [First1790000000001] };
      await expect(migrate(url, [...sample(Cut1790000000004), later])).rejects.toThrow();
      expect(await tables(url)).toEqual(['migration', 'one']);
      expect(await migrate(url, sample(Cut1790000000004, Second1790000000002))).toEqual([
        'sample: Second1790000000002',
      ]);
    });

    it('waits for a table that is in use, and lets others use it meanwhile', async () => {
      const url = await emptyDatabase();
      await migrate(url, sample(First1790000000001));
      const reader = new pg.Client({ connectionString: url });
      await reader.connect();
      try {
        await reader.query('begin; select from sample.one');
        const migrating = migrate(url, sample(First1790000000001, Altered1790000000005));
        const begin = performance.now();
        // The migration waits by now: it would have anybody wait behind it for as long as the reader reads.
        await sleep(500);
        await query(url, 'insert into sample.one (id) values (1)');
        expect(performance.now() - begin).toBeLessThan(4_000);
        await sleep(1_500);
        await reader.query('commit');
        expect(await migrating).toEqual(['sample: Altered1790000000005']);
        expect(await query(url, 'select id, more from sample.one')).toEqual([{ id: 1, more: null }]);
      } finally {
        await reader.end();
      }
    });

    it('can be looked at without changing anything', async () => {
      const url = await emptyDatabase();
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        expect(await migrated(client, sample(First1790000000001))).toBe(false);
        await migrate(url, sample(First1790000000001));
        expect(await migrated(client, sample(First1790000000001))).toBe(true);
        expect(await migrated(client, sample(First1790000000001, Second1790000000002))).toBe(false);
      } finally {
        await client.end();
      }
    });
  });
});
