import type pg from 'pg';
import { migrate, type ContextMigrations } from '#kernel/infrastructure/database/migrator';
import { distributeDatabase, SESSION_SETTINGS } from '#kernel/infrastructure/distribution/distribute-database';
import { withClient } from './test-pool.js';

/**
 * The servers of a Citus cluster on which tests run instead of one PostgreSQL, their URLs with commas between them, the
 * coordinator's first. They are made by hand, with `shared_preload_libraries = 'citus'` and a superuser.
 */
export const TEST_NODES: readonly string[] = (process.env['QUIRE_TEST_NODES'] ?? '').split(',').filter(Boolean);

/** Few, as each makes a table of every table. */
const SHARDS = 4;

/** Runs work on every server, in the database that holds no rows of ours. */
export async function onEachNode(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  for (const node of TEST_NODES) await onNode(node, 'postgres', work);
}

/** Makes a database on all nodes that is distributed over them, with every table and no rows. */
export async function makeDistributed(name: string, contexts: readonly ContextMigrations[]): Promise<void> {
  const [coordinator = '', ...workers] = TEST_NODES;
  for (const node of TEST_NODES) {
    await onNode(node, 'postgres', (client) =>
      client.query(`create database ${name} template template0 encoding 'UTF8'`),
    );
    await onNode(node, name, (client) => client.query('create extension citus'));
  }
  await migrate(addressOn(coordinator, name), contexts);
  await onNode(coordinator, name, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', placeOf(coordinator));
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', placeOf(worker));
    await distributeDatabase(client, { contexts, shards: SHARDS });
  });
}

/** Makes a copy of such a database, which has neither connections nor its settings. */
export async function copyDistributed(template: string, name: string): Promise<void> {
  await onEachNode(async (client) => {
    await client.query(`create database ${name} template ${template}`);
    for (const setting of SESSION_SETTINGS) await client.query(`alter database ${name} ${setting}`);
  });
}

/** Ends all connections to a database, also those of Citus itself, and lets no other begin: it can be copied. */
export async function closeToAll(name: string): Promise<void> {
  await onEachNode(async (client) => {
    await client.query(`alter database ${name} allow_connections false`);
    for (let left = 1; left > 0;) {
      const { rows } = await client.query<{ left: number }>(
        `select count(pg_terminate_backend(pid, 5000))::int as left from pg_stat_activity where datname = $1`,
        [name],
      );
      left = rows[0]?.left ?? 0;
    }
  });
}

function onNode<T>(node: string, database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(addressOn(node, database), work);
}

function addressOn(node: string, database: string): string {
  const url = new URL(node);
  url.pathname = `/${database}`;
  return url.href;
}

function placeOf(node: string): [host: string, port: number] {
  const { hostname, port } = new URL(node);
  return [hostname, Number(port || 5432)];
}
