import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';

import { migrate, type ContextMigrations } from '#kernel/infrastructure/database/migrator';
import { closeToAll, copyDistributed, makeDistributed, onEachNode, TEST_NODES } from './test-nodes.js';

/** A database of its own on the test server, with every table and no rows. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Locked while the template is created, so that one worker creates it and the others wait. */
const TEMPLATE_LOCK = 7_815_699;

/**
 * Copies the migrated template, which the first caller creates. The template is named after the text of the migrations:
 * on a server that outlives the run, changed migrations get a template of their own.
 */
export async function createTestDatabase(contexts: readonly ContextMigrations[]): Promise<TestDatabase> {
  const template = `quire_template_${fingerprint(contexts)}`;
  const name = `quire_test_${randomBytes(6).toString('hex')}`;
  await withServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) await makeTemplate(client, template, contexts);
    if (TEST_NODES.length > 0) await copyDistributed(template, name);
    else await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: addressOf(name),
    drop: () => withServer((client) => everywhere(client, (node) => dropDatabase(node, name))),
  };
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

function fingerprint(contexts: readonly ContextMigrations[]): string {
  const text = contexts.flatMap(({ schema, migrations }) => [schema, ...migrations.map(String)]).join('\n');
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

async function withServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
