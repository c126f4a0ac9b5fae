import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { migrate, type ContextMigrations } from '#kernel/infrastructure/database/migrator';
import { withClient } from './test-pool.js';
import { closeToAll, copyDistributed, makeDistributed, onEachNode, TEST_NODES } from './test-nodes.js';

/** A database of its own on the test server, with every table and no rows. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** The version of the test server, such as 180001. */
export function testServerVersion(): Promise<number> {
  return withServer(async (client) => {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    return rows[0]?.version ?? 0;
  });
}

/** Locked while the template is created, so that one worker creates it and the others wait. */
const TEMPLATE_LOCK = 7_815_699;

/**
 * Copies the migrated template, which the first caller creates. The template is named after the text of the migrations:
 * on a server that outlives the run, changed migrations get a template of their own.
 */
export async function createTestDatabase(contexts: readonly ContextMigrations[]): Promise<TestDatabase> {
  const name = `quire_test_${randomBytes(6).toString('hex')}`;
  await withServer(async (client) => {
    const template = await lockedTemplate(client, contexts);
    if (TEST_NODES.length > 0) await copyDistributed(template, name);
    else await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: addressOf(name),
    drop: () => withServer((client) => everywhere(client, (node) => dropDatabase(node, name))),
  };
}

/**
 * A database that the files of all workers share, which the first caller copies from the template and prepares. Not for
 * databases on several nodes.
 */
export async function sharedTestDatabase(
  contexts: readonly ContextMigrations[],
  prepare: (client: pg.Client) => Promise<void>,
): Promise<string> {
  const name = `quire_shared_${fingerprint(contexts, String(prepare))}`;
  await withServer(async (client) => {
    const template = await lockedTemplate(client, contexts);
    if (await exists(client, name)) return;
    const draft = `${name}_draft`;
    await dropDatabase(client, draft);
    await client.query(`create database ${draft} template ${template}`);
    await withClient(addressOf(draft), prepare);
    await client.query(`alter database ${draft} rename to ${name}`);
  });
  return addressOf(name);
}

/** The name of the template, which is made where there is none; no other worker makes or copies one meanwhile. */
async function lockedTemplate(client: pg.Client, contexts: readonly ContextMigrations[]): Promise<string> {
  const template = `quire_template_${fingerprint(contexts)}`;
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  if (!(await exists(client, template))) await makeTemplate(client, template, contexts);
  return template;
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  return (await client.query('select 1 from pg_database where datname = $1', [name])).rowCount !== 0;
}

/** On the test server; on all servers where the tests' databases are distributed. */
async function everywhere(client: pg.Client, work: (node: pg.Client) => Promise<unknown>): Promise<void> {
  if (TEST_NODES.length > 0) await onEachNode(work);
  else await work(client);
}

/** A database with all rows of another, whose connections are ended. */
export async function copyTestDatabase(url: string): Promise<TestDatabase> {
  const [from, name] = [new URL(url).pathname.slice(1), `quire_test_${randomBytes(6).toString('hex')}`];
  await withServer(async (client) => {
    await everywhere(client, (node) => closeToOthers(node, from, true));
    try {
      if (TEST_NODES.length > 0) await copyDistributed(from, name);
      else await client.query(`create database ${name} template ${from}`);
    } finally {
      await everywhere(client, (node) => closeToOthers(node, from, false));
    }
  });
  return {
    url: addressOf(name),
    drop: () => withServer((client) => everywhere(client, (node) => dropDatabase(node, name))),
  };
}

async function closeToOthers(client: pg.Client, name: string, closed: boolean): Promise<void> {
  await client.query(`alter database ${name} allow_connections ${!closed}`);
  const left = `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1`;
  while (closed && ((await client.query(left, [name])).rowCount ?? 0) > 0);
}

/** An empty database without migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = `quire_test_${randomBytes(6).toString('hex')}`;
  await withServer((client) => client.query(`create database ${name} template template0 encoding 'UTF8'`));
  return {
    url: addressOf(name),
    drop: () => withServer((client) => dropDatabase(client, name)),
  };
}

/**
 * Drops a database, if there is one, and ends our connections to it. WITH (FORCE) would refuse a role that is no
 * superuser whenever autovacuum is running in the database; without it PostgreSQL cancels autovacuum by itself.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  const ours = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user';
  await client.query(ours, [name]);
  await client.query(`drop database if exists ${client.escapeIdentifier(name)}`);
}

async function makeTemplate(client: pg.Client, template: string, contexts: readonly ContextMigrations[]) {
  // Created under another name: a run that is killed meanwhile leaves no incomplete template behind.
  const draft = `${template}_draft`;
  await everywhere(client, (node) => dropDatabase(node, draft));
  if (TEST_NODES.length > 0) {
    await makeDistributed(draft, contexts);
    await closeToAll(draft);
  } else {
    await client.query(`create database ${draft} template template0 encoding 'UTF8'`);
    await migrate(addressOf(draft), contexts);
  }
  await everywhere(client, (node) => node.query(`alter database ${draft} rename to ${template}`));
}

function fingerprint(contexts: readonly ContextMigrations[], ...besides: string[]): string {
  const text = [...contexts.flatMap(({ schema, migrations }) => [schema, ...migrations.map(String)]), ...besides].join(
    '\n',
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function serverUrl(): string {
  const url = TEST_NODES[0] ?? process.env['QUIRE_TEST_DATABASE_URL'];
  if (url === undefined) throw new Error('QUIRE_TEST_DATABASE_URL is not set: the run was not started by Jest');
  return url;
}

function addressOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}

function withServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(serverUrl(), work);
}
