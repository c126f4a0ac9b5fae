import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrate } from '#kernel/infrastructure/database/migrator';
import { newId } from '#kernel/domain/id';
import { dropDatabase } from '#testing/test-database';
import { MIGRATIONS } from '../../src/app.module.js';

/** Tables that belong to no organization, each with the reason. */
const OF_NO_ORGANIZATION: Record<string, string> = {
  'organization.user': 'a person may belong to several organizations',
  'organization.token': 'a token is its user’s and reaches every organization of theirs',
  'organization.session': 'a session is its user’s and reaches every organization of theirs',
  'organization.subdomain': 'a subdomain names one organization among all of the server',
  'organization.password': 'a password is its user’s, who signs in before any organization is known',
  'organization.password_link': 'a link sets its user’s password',
  'organization.passkey': 'a passkey is its user’s, who signs in before any organization is known',
  'organization.recovery_codes': 'the codes are their user’s, who signs in before any organization is known',
  'organization.passkey_registration': 'a passkey that is added is that of a user, in a session',
  'organization.pending_sign_in': 'a user signs in before any organization is known',
  'kernel.idempotent_request': 'keyed by the token that sent the request, before any organization is known',
  'integrations.integration_name': 'a name leads to one integration among all of the server',
  'publishing.site_address': 'an address leads to one site among all of the server',
  'kernel.quota_use': 'requests are counted before any organization is known',
  'kernel.secret_key': 'one key serves all organizations',
  'kernel.process': 'a process serves all organizations',
  'kernel.backup_state': 'a backup has all organizations',
  'kernel.bounding_run': 'a job erases what is old of all organizations',
  'content.store_mark': 'the files of all organizations are in one store',
  'content.store_walk': 'the files of all organizations are in one store',
  'kernel.running_job': 'which jobs run in which process',
  'kernel.fatal_job': 'jobs that ended processes, of whichever organization',
  ...Object.fromEntries(
    MIGRATIONS.map(({ schema }) => [`${schema}.migration`, 'lists what was applied to the schema']),
  ),
};

const schemas = MIGRATIONS.map(({ schema }) => schema);
const name = `quire_tenancy_${newId().toLowerCase()}`;
let server: pg.Client;
let database: pg.Client;

beforeAll(async () => {
  const url = new URL(process.env['QUIRE_TEST_DATABASE_URL'] ?? '');
  server = new pg.Client({ connectionString: url.href });
  await server.connect();
  await server.query(`create database ${name} template template0 encoding 'UTF8'`);
  url.pathname = `/${name}`;
  await migrate(url.href, MIGRATIONS);
  database = new pg.Client({ connectionString: url.href });
  await database.connect();
});

afterAll(async () => {
  await database.end();
  await dropDatabase(server, name);
  await server.end();
});

async function names(sql: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(sql, [schemas]);
  return rows.map((row) => row.name);
}

/** Tables whose primary key does not begin with organization_id. */
const tablesOfNoTenant = () =>
  names(`
    select c.oid::regclass::text as name
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text = any($1)
      and not exists (
        select from pg_index i
        join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary and a.attname = 'organization_id' and a.attnotnull)
    order by 1`);

/** Unique indexes without organization_id: no shard could keep them. */
const uniqueAcrossTenants = () =>
  names(`
    select i.indrelid::regclass::text as name
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace::regnamespace::text = any($1)
      and not exists (
        select from pg_attribute a
        where a.attrelid = i.indrelid and a.attname = 'organization_id' and a.attnum = any(i.indkey))
    order by 1`);

const keysAcrossSchemas = () =>
  names(`
    select conrelid::regclass || ' -> ' || confrelid::regclass as name
    from pg_constraint
    join pg_class own on own.oid = conrelid
    join pg_class other on other.oid = confrelid
    where contype = 'f' and own.relnamespace <> other.relnamespace
      and (own.relnamespace::regnamespace::text = any($1) or other.relnamespace::regnamespace::text = any($1))`);

/** Text columns that hold ids but do not compare byte by byte, as the time order of ids needs. */
const idsNotInByteOrder = () =>
  names(`
    select a.attrelid::regclass || '.' || a.attname as name
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_collation own on own.oid = a.attcollation
    where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text = any($1) and not a.attisdropped
      and (a.attname = 'id' or a.attname like '%\\_id' or a.attname like '%\\_by') and own.collname <> 'C'`);

const sequences = () =>
  names(`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'S' and c.relnamespace::regnamespace::text = any($1)`);

const isExempt = (table: string): boolean => table.replaceAll('"', '') in OF_NO_ORGANIZATION;

describe('the tables of every context', () => {
  it('lead their primary key with organization_id, but for those that belong to no organization', async () => {
    expect((await tablesOfNoTenant()).filter((table) => !isExempt(table))).toEqual([]);
  });

  it('keep nothing unique across organizations, but for those that belong to no organization', async () => {
    expect((await uniqueAcrossTenants()).filter((table) => !isExempt(table))).toEqual([]);
  });

  it('are exempt only while they exist and need it', async () => {
    const exempt = (await tablesOfNoTenant()).map((table) => table.replaceAll('"', ''));
    expect(Object.keys(OF_NO_ORGANIZATION).filter((table) => !exempt.includes(table))).toEqual([]);
  });

  it('have no foreign key into another schema', async () => {
    expect(await keysAcrossSchemas()).toEqual([]);
  });

  it('compare ids byte by byte', async () => {
    expect(await idsNotInByteOrder()).toEqual([]);
  });

  it('take no id from a sequence, but for the lists of migrations', async () => {
    expect((await sequences()).filter((sequence) => !sequence.endsWith('.migration_id_seq'))).toEqual([]);
  });
});

describe('the look at the tables', () => {
  beforeAll(async () => {
    await database.query('begin');
    await database.query(`
      create table content.canary (
        id text primary key,
        organization_id text collate "C" not null,
        number bigserial unique,
        user_id text collate "C" references organization."user" (id)
      )`);
  });

  afterAll(() => database.query('rollback'));

  it('notices a key that another column leads', async () => {
    expect(await tablesOfNoTenant()).toContain('content.canary');
  });

  it('notices a column unique across organizations', async () => {
    expect(await uniqueAcrossTenants()).toContain('content.canary');
  });

  it('notices a key into another schema', async () => {
    expect(await keysAcrossSchemas()).toEqual(['content.canary -> organization."user"']);
  });

  it('notices an id in the order of a language', async () => {
    expect(await idsNotInByteOrder()).toEqual(['content.canary.id']);
  });

  it('notices a sequence', async () => {
    expect(await sequences()).toContain('content.canary_number_seq');
  });
});
