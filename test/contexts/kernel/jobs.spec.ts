import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { FatalJobs, type StartedJob } from '#kernel/infrastructure/jobs/fatal-jobs';
import { parkedJobs, releaseJobs } from '#kernel/infrastructure/jobs/parked-jobs';
import { ProcessLease } from '#kernel/infrastructure/jobs/process-lease';
import { TestCluster, until, type TestProcess } from '#testing/test-kernel';
import { TestWorker } from '#testing/queue/test-worker';

describe('jobs', () => {
  interface JobRow {
    task: string;
    payload: unknown;
    attempts: number;
    locked: string | null;
    queue: string | null;
  }

  let cluster: TestCluster;
  let kernel: TestProcess;

  beforeAll(async () => {
    cluster = await TestCluster.create();
    kernel = await cluster.process();
  });

  afterAll(() => cluster.end());

  const warn = (message: string) => void kernel.warnings.push(message);
  const queued = (task: string): Promise<JobRow[]> =>
    kernel.sql.dynamic<JobRow>(
      `select t.identifier as task, j.payload, j.attempts, j.locked_by as locked, q.queue_name as queue
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     left join graphile_worker._private_job_queues q on q.id = j.job_queue_id where t.identifier = $1 order by j.id`,
      [task],
    );
  const inTransaction = (work: () => Promise<void>) => kernel.unitOfWork.transaction(work);

  describe('a job', () => {
    it('is enqueued with the change that causes it, or not at all', async () => {
      await inTransaction(() => kernel.jobs.enqueue('test.kept', { a: [1, null, 'x'] }, { queue: 'one' }));
      const failing = inTransaction(async () => {
        await kernel.jobs.enqueue('test.lost', {});
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await queued('test.kept')).toMatchObject([{ payload: { a: [1, null, 'x'] }, queue: 'one', locked: null }]);
      expect(await queued('test.lost')).toEqual([]);
    });

    it('with a key takes the place of one that waits under the same key', async () => {
      for (const n of [1, 2, 3]) await inTransaction(() => kernel.jobs.enqueue('test.keyed', { n }, { key: 'same' }));
      expect((await queued('test.keyed')).map(({ payload }) => payload)).toEqual([{ n: 3 }]);
    });
  });

  const worker = (run: (payload: unknown) => Promise<void>, parked?: (payload: unknown) => Promise<void>) =>
    TestWorker.start(cluster, { 'test.work': { run, ...(parked && { parked }) } }, warn);

  it('of one queue run one after the other, without a pause between them', async () => {
    const ran: number[] = [];
    const running = await worker(async (payload) => void ran.push((payload as { n: number }).n));
    try {
      const numbers = Array.from({ length: 12 }, (_, n) => n);
      await inTransaction(async () => {
        for (const n of numbers) await kernel.jobs.enqueue('test.work', { n }, { queue: 'turns' });
      });
      const begun = Date.now();
      await until(() => ran.length === numbers.length, 'all of them');
      expect(Date.now() - begun).toBeLessThan(1_900);
      expect(ran).toEqual(numbers);
    } finally {
      await running.stop();
    }
  });

  it('that fails after a later one of its key replaced it is no parked job: the later one does its work', async () => {
    const ran: number[] = [];
    let begun: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    let fail: () => void = () => undefined;
    const failing = new Promise<void>((_, reject) => (fail = () => reject(new Error('away'))));
    const running = await worker(async (payload) => {
      const { n } = payload as { n: number };
      ran.push(n);
      begun();
      if (n === 1) await failing;
    });
    const add = (n: number) => inTransaction(() => kernel.jobs.enqueue('test.work', { n }, { key: 'replaced' }));
    try {
      await add(1);
      await isBegun;
      await add(2);
      fail();
      await until(() => ran.includes(2), 'the later one');
      await until(async () => (await queued('test.work')).length === 0, 'both to be done');
      expect(ran).toEqual([1, 2]);
    } finally {
      await running.stop();
    }
  });

  /** A process that disappears while it runs a job. */
  async function dieDuring(job: StartedJob): Promise<void> {
    const process = await cluster.process();
    const lease = new ProcessLease(process.sql, warn);
    await lease.start(process.notifications);
    await process.notifications.open();
    let begun = false;
    void new FatalJobs(process.sql, lease.id).during(job, () => {
      begun = true;
      return new Promise(() => undefined);
    });
    await until(() => begun, 'the job to begin');
    await dieAll(kernel);
    await process.notifications.close();
    const survivor = new ProcessLease(kernel.sql, warn);
    await until(async () => {
      await survivor.sweep();
      return (await kernel.sql.dynamic('select from kernel.process where id = $1', [lease.id])).length === 0;
    }, 'the process to be taken for gone');
    await lease.stop();
  }

  describe('the runner of jobs', () => {
    it('runs enqueued jobs at once, retries failed ones, and deletes those that are done', async () => {
      const seen: unknown[] = [];
      const { runner, lease } = await worker(async (payload) => {
        seen.push(payload);
        if (seen.length === 1) throw new Error('first try');
      });
      try {
        await inTransaction(() => kernel.jobs.enqueue('test.work', { n: 1 }));
        await until(() => seen.length === 1, 'the first try');
        await until(async () => (await queued('test.work'))[0]?.locked === null, 'the job to be given back');
        expect((await queued('test.work'))[0]?.attempts).toBe(1);
        await kernel.sql.dynamic('update graphile_worker._private_jobs set run_at = now()');
        await until(async () => (await queued('test.work')).length === 0, 'the second try');
        expect(seen).toEqual([{ n: 1 }, { n: 1 }]);
        // Without a notification the runner would poll two seconds after the last time, which was for the job before.
        const took: number[] = [];
        for (let n = 2; n < 10 && !took.some((ms) => ms < 1500); n++) {
          const before = performance.now();
          await inTransaction(() => kernel.jobs.enqueue('test.work', { n }));
          await until(() => seen.length > n, 'the job');
          took.push(performance.now() - before);
        }
        expect(Math.min(...took)).toBeLessThan(1500);
      } finally {
        await runner.stop();
        await lease.stop();
      }
    });

    it('takes up at the next sweep what a process that died had begun, and leaves alone what a living one does', async () => {
      let finish = (): void => undefined;
      const begun: string[] = [];
      const stuck = (name: string) => async (): Promise<void> => {
        begun.push(name);
        await new Promise<void>((resolve) => (finish = resolve));
      };
      const dying = await worker(stuck('dying'));
      await inTransaction(() => kernel.jobs.enqueue('test.work', { n: 2 }));
      await until(() => begun.length === 1, 'the job to begin');

      const survivor = new ProcessLease(kernel.sql, warn);
      await survivor.sweep();
      expect((await queued('test.work'))[0]?.locked).not.toBeNull();

      await dieAll(kernel);
      await dying.process.notifications.close();
      await until(async () => {
        await survivor.sweep();
        return (await queued('test.work'))[0]?.locked === null;
      }, 'the job to be freed');
      const processes = await kernel.sql.dynamic('select 1 from kernel.process where id = $1', [dying.lease.id]);
      expect(processes).toEqual([]);

      const next = await worker(async () => void begun.push('next'));
      try {
        await kernel.sql.dynamic('update graphile_worker._private_jobs set run_at = now()');
        await until(() => begun.includes('next'), 'the job to be taken up');
      } finally {
        finish();
        for (const { runner, lease } of [next, dying]) {
          await runner.stop();
          await lease.stop();
        }
      }
    });

    it('parks a job during which two processes ended, notifies its handler once, and runs it again when it is released', async () => {
      const told: unknown[] = [];
      const done: unknown[] = [];
      const job = { task: 'test.work', payload: { fatal: true } };
      for (const id of ['1', '2']) await dieDuring({ id, ...job });
      const { runner, lease } = await worker(
        (payload) => Promise.resolve(void done.push(payload)),
        (payload) => Promise.resolve(void told.push(payload)),
      );
      try {
        await inTransaction(() => kernel.jobs.enqueue('test.work', job.payload));
        await until(() => told.length === 1, 'the job to be parked');
        await inTransaction(() => kernel.jobs.enqueue('test.work', { fatal: false }));
        await until(() => done.length === 1, 'another job to be done');
        expect([told, done]).toEqual([[{ fatal: true }], [{ fatal: false }]]);

        const client = new pg.Client({ connectionString: cluster.url });
        await client.connect();
        try {
          expect(await parkedJobs(client)).toMatchObject([{ name: 'test.work', payload: { fatal: true } }]);
          await until(async () => (await queued('test.work'))[0]?.locked === null, 'the job to be given back');
          expect(await releaseJobs(client)).toBe(1);
          expect(await parkedJobs(client)).toEqual([]);
        } finally {
          await client.end();
        }
        await until(() => done.length === 2, 'the released job to be done');
        expect(told).toHaveLength(1);
      } finally {
        await runner.stop();
        await lease.stop();
      }
    });

    it('forgets a day later that a process ended during a job that never ran again, and no parked job', async () => {
      const job = { task: 'test.work', payload: { replaced: true } };
      const suspected = () =>
        kernel.sql.dynamic<{ payload: unknown }>('select payload from kernel.fatal_job order by payload::text');
      await dieDuring({ id: '11', ...job });
      await kernel.sql.dynamic(
        `insert into kernel.fatal_job (key, task, payload, ends, last_at, parked_at)
         values ('parked', 'test.work', '{"parked": true}', 2, now() - interval '25 hours', now())`,
      );
      await kernel.sql.dynamic(`update kernel.fatal_job set last_at = now() - interval '23 hours' where ends = 1`);
      await dieDuring({ id: '12', task: 'test.work', payload: { other: true } });
      expect(await suspected()).toMatchObject([
        { payload: { other: true } },
        { payload: { parked: true } },
        { payload: job.payload },
      ]);
      await kernel.sql.dynamic(`update kernel.fatal_job set last_at = now() - interval '25 hours'`);
      await dieDuring({ id: '13', task: 'test.work', payload: { third: true } });
      expect(await suspected()).toMatchObject([{ payload: { parked: true } }, { payload: { third: true } }]);
      await kernel.sql.dynamic('delete from kernel.fatal_job');
    });

    it('registers again, with the names under which it locks jobs, after it was removed while its connection was lost', async () => {
      const { runner, lease } = await worker(() => Promise.resolve());
      try {
        const holders = () =>
          kernel.sql.dynamic<{ names: number }>(
            'select cardinality(job_holders) as names from kernel.process where id = $1',
            [lease.id],
          );
        await until(async () => ((await holders())[0]?.names ?? 0) > 1, 'all names to be told');
        const [before] = await holders();
        await kernel.sql.dynamic(
          `with gone as (delete from kernel.process where id = $1)
           select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'quire notifications' and datname = current_database()`,
          [lease.id],
        );
        await until(async () => (await holders()).length > 0, 'the process to be known again');
        expect(await holders()).toEqual([before]);
      } finally {
        await runner.stop();
        await lease.stop();
      }
    });

    it('goes on after it could not record the end of a job, and runs that job once more', async () => {
      const elsewhere = new pg.Client({
        connectionString: Object.assign(new URL(cluster.url), { pathname: '/postgres' }).href,
      });
      await elsewhere.connect();
      const database = new URL(cluster.url).pathname.slice(1);
      const accept = (connections: boolean) =>
        elsewhere.query(`alter database "${database}" allow_connections ${connections}`);
      const seen: unknown[] = [];
      const { runner, lease } = await worker(async (payload) => {
        seen.push(payload);
        if (seen.length > 1) return;
        await accept(false);
        await elsewhere.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'quire jobs' and datname = $1`,
          [database],
        );
      });
      try {
        await inTransaction(() => kernel.jobs.enqueue('test.work', { n: 3 }));
        await until(
          () => kernel.warnings.some((line) => line.startsWith('Jobs are not run for a moment')),
          'the queue to give up',
        );
        await accept(true);
        await until(async () => (await queued('test.work')).length === 0, 'the job to be noted as ended');
        expect(seen).toEqual([{ n: 3 }, { n: 3 }]);
      } finally {
        await accept(true);
        await elsewhere.end();
        await runner.stop();
        await lease.stop();
      }
    });
  });
});

/** A crash closes the connection with the liveness lock. */
async function dieAll({ sql }: TestProcess): Promise<void> {
  await sql.dynamic(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'quire notifications' and datname = current_database()`,
  );
}
