import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { distributeDatabase } from '../distribution/distribute-database.js';
import { extentOf } from '../distribution/table-kinds.js';
import type { ContextMigrations } from './context-migrations.js';
import { MigrationLog } from './migration-log.js';
import { isLockNotAvailable } from './lock-not-available.js';

export type { ContextMigrations };

/** Locked while migrating, so that processes that start together do it one after the other. */
const MIGRATION_LOCK = 7_815_696;
/** How often a process that waits asks for it, milliseconds. */
const MIGRATION_LOCK_PAUSE_MS = 100;

/**
 * How long a migration waits for a table that is in use, milliseconds: all that ask for the table after it wait behind
 * it. Then it gives up its place, and tries again after a pause.
 */
const LOCK_WAIT_MS = 1_000;
const LOCK_PAUSE_MS = 500;
/** When it fails because the table was never free. */
const LOCK_PATIENCE_MS = 300_000;

/** The job queue's migrations log nothing: they report failures by throwing. */
const SILENT = new Logger(() => () => undefined);

export interface MigrationSteps {
  /** Called before anything is changed; `behind` is whether migrations are pending. May throw to refuse. */
  check?(behind: boolean): Promise<void>;
  /** Called when there is something to apply. */
  begin?(): void;
}

/**
 * Migrates the database to the newest version; does nothing where it already is. Returns the names of the applied
 * migrations.
 */
export async function migrate(
  url: string,
  contexts: readonly ContextMigrations[],
  steps: MigrationSteps = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  // The next statement fails on a lost connection; an `error` event without a listener would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await takeLock(client);
    const behind = !(await migrated(client, contexts));
    await steps.check?.(behind);
    if (!behind) return [];
    steps.begin?.();
    const extent = await extentOf(client, contexts);
    const applied: string[] = [];
    for (const context of contexts) applied.push(...(await migrateContext(client, url, context)));
    // New tables follow those that are distributed; they are empty, and no process uses them yet.
    if (extent === 'all') await distributeDatabase(client, { contexts });
    const utils = await makeWorkerUtils({ connectionString: url, maxPoolSize: 1, logger: SILENT });
    try {
      await utils.migrate();
    } finally {
      await utils.release();
    }
    return applied;
  } finally {
    await client.end();
  }
}

/** Asks again and again: `create index concurrently` waits for each statement that runs, also one that waits for a lock. */
async function takeLock(client: pg.Client): Promise<void> {
  for (; ; await sleep(MIGRATION_LOCK_PAUSE_MS)) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.taken) return;
  }
}

async function migrateContext(client: pg.Client, url: string, context: ContextMigrations): Promise<string[]> {
  const { schema, migrations } = context;
  await client.query(`create schema if not exists ${client.escapeIdentifier(schema)}`);
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `${schema}.migration`,
  ]);
  const pending = rows[0]?.found ? await pendingOf(client, context) : migrations.map(nameOf);
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    schema,
    migrations,
    migrationsTableName: 'migration',
    poolSize: 1,
    logger: new MigrationLog(),
    extra: { lock_timeout: LOCK_WAIT_MS },
  });
  await dataSource.initialize();
  try {
    await runPending(dataSource);
    return pending.map((name) => `${schema}: ${name}`);
  } finally {
    await dataSource.destroy();
  }
}

/** Runs the migrations that are pending, each in a transaction of its own, while other processes use the tables. */
async function runPending(dataSource: DataSource): Promise<void> {
  for (const giveUp = performance.now() + LOCK_PATIENCE_MS; ; await sleep(LOCK_PAUSE_MS)) {
    try {
      await dataSource.runMigrations({ transaction: 'each' });
      return;
    } catch (error) {
      const { driverError } = error as { driverError?: unknown };
      if (!isLockNotAvailable(driverError) || performance.now() > giveUp) throw error;
    }
  }
}

/** Whether all migrations are applied; one cheap query, so that a start without migrations is fast. */
export async function migrated(
  client: Pick<pg.Client, 'query'>,
  contexts: readonly ContextMigrations[],
): Promise<boolean> {
  // Up to PostgreSQL 15, to_regclass fails for a user who may not use the schema.
  const { rows } = await client.query<{ found: boolean }>(
    `select count(*) = cardinality($1::text[]) as found from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname || '.' || c.relname = any($1) and has_schema_privilege(n.oid, 'usage')`,
    [[...contexts.map((context) => `${context.schema}.migration`), 'graphile_worker.migrations']],
  );
  if (!rows[0]?.found) return false;
  for (const context of contexts) if ((await pendingOf(client, context)).length > 0) return false;
  return true;
}

/** The names of the migrations that a list of applied ones lacks. */
async function pendingOf(
  client: Pick<pg.Client, 'query'>,
  { schema, migrations }: ContextMigrations,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select name from "${schema}".migration`);
  const done = new Set(rows.map(({ name }) => name));
  return migrations.map(nameOf).filter((name) => !done.has(name));
}

const nameOf = (migration: ContextMigrations['migrations'][number]): string => new migration().name ?? migration.name;
