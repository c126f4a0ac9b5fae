import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrate } from '#kernel/infrastructure/database/migrator';
import { parkedJobs } from '#kernel/infrastructure/jobs/parked-jobs';
import { createEmptyDatabase, type TestDatabase } from '#testing/test-database';
import { MIGRATIONS } from '../../../src/app.module.js';

/** The statement with which the previous version stores events. */
const STORE = `with stored as (
    insert into kernel.outbox (id, organization_id, name, payload)
    select * from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[]) returning id
  ) select pg_notify($5, '') from (select count(*) from stored) counted`;

describe('events of a version that delivered them from the outbox', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    const before = MIGRATIONS.map((context) => ({
      ...context,
      migrations: context.migrations.filter(({ name }) => !name.startsWith('Reactions')),
    }));
    await migrate(database.url, before);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await store('1', 'content.space-deleted', 'content.space-restored', 'content.space-created');
    await store('2', 'content.space-content-updated');
    await store('3', 'kernel.audited');
    await client.query(
      `update kernel.outbox set attempts = 10, parked_at = now(), last_error = 'no room' where name = 'kernel.audited'`,
    );
    await migrate(database.url, MIGRATIONS);
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const store = (id: string, ...names: string[]) =>
    client.query(STORE, [
      names.map((_, at) => `${id}-${at}`),
      names.map(() => 'org'),
      names,
      names.map((eventName) => JSON.stringify({ eventName, organization: 'org', id })),
      'quire_outbox',
    ]);
  const takeJobs = async (): Promise<string[]> => {
    const { rows } = await client.query<{ job: string }>(
      `with taken as (delete from graphile_worker._private_jobs where attempts < max_attempts returning *)
       select concat_ws(' ', t.identifier, q.queue_name, j.payload->>'id') as job
       from taken j join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`,
    );
    return rows.map(({ job }) => job);
  };
  const inOutbox = async () => (await client.query('select from kernel.outbox')).rowCount;

  it('become a job for each reaction, in their order, and what was parked stays parked', async () => {
    expect(await parkedJobs(client)).toMatchObject([
      { name: 'organization.keep-audit-event', payload: { id: '3' }, attempts: 10, error: 'no room' },
    ]);
    expect(await takeJobs()).toEqual([
      'publishing.hide-deleted-space publishing.follow-spaces 1',
      'publishing.show-restored-space publishing.follow-spaces 1',
      'content.sync-changed-space 2',
      'content.follow-translated-space 2',
      'publishing.purge-updated-space 2',
    ]);
    expect(await inOutbox()).toBe(0);
  });

  it('that such a process stores while it is replaced become jobs at once', async () => {
    await store('4', 'organization.team-deleted', 'organization.organization-created');
    expect(await takeJobs()).toEqual(['content.end-grants-of-team 4']);
    expect(await inOutbox()).toBe(0);
  });
});
