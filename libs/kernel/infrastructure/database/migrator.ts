import { Logger, makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { distributeDatabase } from '../distribution/distribute-database.js';
import { extentOf } from '../distribution/table-kinds.js';
import type { ContextMigrations } from './context-migrations.js';

export type { ContextMigrations };

/** Locked while migrating, so that processes that start together do it one after the other. */
const MIGRATION_LOCK = 7_815_696;

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
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
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

async function migrateContext(client: pg.Client, url: string, context: ContextMigrations): Promise<string[]> {
  await client.query(`create schema if not exists ${client.escapeIdentifier(context.schema)}`);
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    schema: context.schema,
    migrations: context.migrations,
    migrationsTableName: 'migration',
    poolSize: 1,
  });
  await dataSource.initialize();
  try {
    const done = await dataSource.runMigrations({ transaction: 'each' });
    return done.map((migration) => `${context.schema}: ${migration.name}`);
  } finally {
    await dataSource.destroy();
  }
}

/** Whether all migrations are applied; one cheap query, so that a start without migrations is fast. */
export async function migrated(
  client: Pick<pg.Client, 'query'>,
  contexts: readonly ContextMigrations[],
): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select bool_and(to_regclass(name) is not null) as found from unnest($1::text[]) name`,
    [[...contexts.map((context) => `${context.schema}.migration`), 'graphile_worker.migrations']],
  );
  if (!rows[0]?.found) return false;
  for (const { schema, migrations } of contexts) {
    const { rows: names } = await client.query<{ name: string }>(`select name from "${schema}".migration`);
    const done = new Set(names.map((row) => row.name));
    if (migrations.some((migration) => !done.has(new migration().name ?? migration.name))) return false;
  }
  return true;
}
