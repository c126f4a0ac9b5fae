import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DeleteEmptyQueues } from '#kernel/infrastructure/retention/delete-empty-queues.job';
import { TestWorker } from '#testing/queue/test-worker';
import { TestCluster, until, type TestProcess } from '#testing/test-kernel';

const NEVER = new AbortController().signal;

describe('queues of jobs', () => {
  let cluster: TestCluster;
  let kernel: TestProcess;

  beforeAll(async () => {
    cluster = await TestCluster.create();
    kernel = await cluster.process();
  });
  afterAll(() => cluster.end());
  beforeEach(async () => {
    await kernel.sql.dynamic(
      `select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))`,
    );
    await kernel.sql.dynamic('delete from graphile_worker._private_job_queues');
  });

  const add = (task: string, queue: string) =>
    kernel.unitOfWork.transaction(() => kernel.jobs.enqueue(task, {}, { queue }));
  const remove = (process = kernel) => new DeleteEmptyQueues(process.sql, process.unitOfWork).run({}, NEVER);
  const queues = async (): Promise<string[]> =>
    (
      await kernel.sql.dynamic<{ name: string }>(
        `select queue_name as name from graphile_worker._private_job_queues order by queue_name`,
      )
    ).map(({ name }) => name);
  const withoutQueue = () =>
    kernel.sql.dynamic(`select from graphile_worker._private_jobs where job_queue_id is not null
      and job_queue_id not in (select id from graphile_worker._private_job_queues)`);

  it('are deleted when no job is in them, and kept while one waits, is parked, or is being done', async () => {
    await kernel.sql.dynamic(
      `insert into graphile_worker._private_job_queues (queue_name) select 'done ' || n from generate_series(1, 2500) n`,
    );
    await add('test.never', 'waits');
    await add('test.parked', 'parked');
    await kernel.sql.dynamic(
      `update graphile_worker._private_jobs set attempts = max_attempts where job_queue_id = (
         select id from graphile_worker._private_job_queues where queue_name = 'parked')`,
    );
    let finish = (): void => undefined;
    const done = new Promise<void>((resolve) => (finish = resolve));
    let hasBegun = false;
    const run = async () => {
      hasBegun = true;
      await done;
    };
    const worker = await TestWorker.start(cluster, { 'test.takes-long': { run } });
    await add('test.takes-long', 'running');
    await until(() => hasBegun);
    await remove();
    expect(await queues()).toEqual(['parked', 'running', 'waits']);
    finish();
    await worker.stop();
    await remove();
    expect(await queues()).toEqual(['parked', 'waits']);
  });

  it('are not deleted between the two moments at which who adds a job finds the queue, and names it', async () => {
    await kernel.sql.dynamic(`insert into graphile_worker._private_job_queues (queue_name) values ('found')`);
    const adder = new pg.Client(kernel.url);
    await adder.connect();
    try {
      await adder.query('begin');
      // What the queue's `add_jobs` does first.
      await adder.query(
        `insert into graphile_worker._private_job_queues (queue_name) values ('found') on conflict do nothing`,
      );
      const removing = remove();
      await until(async () => (await lockWaits()) > 0);
      await adder.query(
        `insert into graphile_worker._private_jobs (job_queue_id, task_id, payload)
         select q.id, t.id, '{}' from graphile_worker._private_job_queues q, graphile_worker._private_tasks t
         where q.queue_name = 'found' limit 1`,
      );
      await adder.query('commit');
      await removing;
    } finally {
      await adder.end();
    }
    expect(await queues()).toEqual(['found']);
    expect(await withoutQueue()).toEqual([]);
  });

  const lockWaits = async (): Promise<number> =>
    (
      await kernel.sql.dynamic(
        `select from pg_locks where not granted and relation = 'graphile_worker._private_job_queues'::regclass`,
      )
    ).length;

  it('are left to the next run by one who would have to wait for others, who go on', async () => {
    await kernel.sql.dynamic(`insert into graphile_worker._private_job_queues (queue_name) values ('empty')`);
    const other = new pg.Client(kernel.url);
    await other.connect();
    await other.query('begin');
    await other.query('lock table graphile_worker._private_job_queues in row exclusive mode');
    await remove();
    expect(await queues()).toEqual(['empty']);
    await other.query('rollback');
    await other.end();
    await remove();
    expect(await queues()).toEqual([]);
  });

  it('come and go while jobs are added by several and done by several, and each job is done', async () => {
    let done = 0;
    const handlers = { 'test.counted': { run: async () => void done++ } };
    const workers = [await TestWorker.start(cluster, handlers), await TestWorker.start(cluster, handlers)];
    const others = [kernel, await cluster.process()];
    let isOver = false;
    const removing = others.map(async (process) => {
      while (!isOver) await remove(process);
    });
    const JOBS = 150;
    await Promise.all(
      others.map(async (process) => {
        for (let n = 0; n < JOBS; n++)
          await process.unitOfWork.transaction(() =>
            process.jobs.enqueue('test.counted', { n }, { queue: `queue ${n % 3}` }),
          );
      }),
    );
    await until(() => done === 2 * JOBS);
    isOver = true;
    await Promise.all(removing);
    expect(await withoutQueue()).toEqual([]);
    for (const worker of workers) await worker.stop();
    await remove();
    expect(await queues()).toEqual([]);
  });
});
