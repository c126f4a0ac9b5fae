import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobHandler } from '#kernel/application/jobs';
import type { IntegrationEvent } from '#kernel/domain/integration-event';
import { countParkedJobs, parkedJobs, releaseJobs } from '#kernel/infrastructure/jobs/parked-jobs';
import { TestCluster, until, type TestProcess } from '#testing/test-kernel';
import { TestWorker } from '#testing/queue/test-worker';

/** The poll interval of a worker without notifications. */
const LOOKS_AFTER_MS = 2_000;
const ATTEMPTS = 10;

describe('reactions', () => {
  interface Numbered extends IntegrationEvent {
    number: number;
  }

  interface Waiting {
    name: string;
    number: number;
    attempts: number;
    error: string | null;
    waits: number;
    runs: boolean;
  }

  let cluster: TestCluster;
  let kernel: TestProcess;
  let workers: TestWorker[] = [];

  beforeAll(async () => {
    cluster = await TestCluster.create();
    kernel = await cluster.process();
    kernel.reactions.push(
      { event: 'test.numbered', name: 'test.first' },
      { event: 'test.numbered', name: 'test.second' },
      { event: 'test.ordered', name: 'test.in-order', queue: 'test.order' },
      { event: 'test.current', name: 'test.look', key: () => 'same' },
    );
    await kernel.sql.dynamic('create table seen (id serial, name text, number int)');
  });

  beforeEach(async () => {
    await kernel.sql.dynamic('truncate graphile_worker._private_jobs, seen, kernel.fatal_job');
  });

  afterEach(async () => {
    for (const worker of workers) await worker.stop();
    workers = [];
  });

  afterAll(() => cluster.end());

  const event = (number: number, name = 'numbered') =>
    ({ eventName: `test.${name}`, organization: 'org', number }) as Numbered;
  const record = (...numbers: number[]) =>
    kernel.unitOfWork.transaction(() => kernel.outbox.store(numbers.map((number) => event(number))));
  const warn = (message: string) => void kernel.warnings.push(message);
  async function worker(handlers: Record<string, JobHandler['run']>): Promise<TestWorker> {
    const named = Object.entries(handlers).map(([name, run]) => [`test.${name}`, { run }]);
    const started = await TestWorker.start(cluster, Object.fromEntries(named) as Record<string, JobHandler>, warn);
    workers.push(started);
    return started;
  }
  const see = (name: string) => async (payload: unknown) => {
    await kernel.sql.dynamic('insert into seen (name, number) values ($1, $2)', [name, (payload as Numbered).number]);
  };
  const fail = (): Promise<void> => Promise.reject(new Error('out of order'));
  const seen = async (name: string): Promise<number[]> =>
    (await kernel.sql.dynamic<{ number: number }>('select number from seen where name = $1 order by id', [name])).map(
      ({ number }) => number,
    );
  const waiting = () =>
    kernel.sql.dynamic<Waiting>(
      `select t.identifier as name, (j.payload->>'number')::int as number, j.attempts, j.last_error as error,
         j.locked_at is not null as runs,
         round(extract(epoch from j.run_at - j.updated_at))::int as waits
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.run_at, j.id`,
    );
  /** Makes failed jobs due now, and wakes the workers. */
  const makeDue = () =>
    kernel.sql.dynamic(
      `with due as (update graphile_worker._private_jobs set run_at = now() where locked_at is null)
       select pg_notify('jobs:insert', '{"r":0,"count":4}')`,
    );
  const parked = () => parkedJobs(kernel.sql.pool);

  describe('an event', () => {
    it('is one job for each reaction to it, stored with the change, and nothing where nothing reacts', async () => {
      await record(1, 2);
      expect((await waiting()).map(({ name, number }) => [name, number])).toEqual([
        ['test.first', 1],
        ['test.second', 1],
        ['test.first', 2],
        ['test.second', 2],
      ]);
      let connections = 0;
      const count = () => void connections++;
      kernel.sql.pool.on('acquire', count);
      await kernel.unitOfWork.transaction(() => kernel.outbox.store([event(3, 'ignored')]));
      kernel.sql.pool.off('acquire', count);
      expect(connections).toBe(0);
    });

    it('carries any text, with invalid characters replaced', async () => {
      const text = 'a\ud800b \\ud800 \\\udc00 "\\" \0 \\u0000 \u{1f389}';
      await kernel.unitOfWork.transaction(() => kernel.outbox.store([{ ...event(1), text } as IntegrationEvent]));
      const [stored] = await kernel.sql.dynamic<{ text: string }>(
        `select payload::jsonb->>'text' as text from graphile_worker._private_jobs`,
      );
      expect(stored?.text).toBe('a\ufffdb \\ud800 \\\ufffd "\\" \ufffd \\u0000 \u{1f389}');
    });

    it('of a transaction that was rolled back is never delivered', async () => {
      await worker({ first: see('first') });
      const failing = kernel.unitOfWork.transaction(async () => {
        await kernel.outbox.store([event(1)]);
        await kernel.sql.dynamic('select 1');
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await record(2);
      await until(async () => (await seen('first')).length > 0, 'the event that was committed');
      expect(await seen('first')).toEqual([2]);
    });

    it('is stored with any number of others, and with jobs, in one transaction', async () => {
      await kernel.unitOfWork.transaction(async () => {
        for (let i = 0; i < 30; i++) {
          await kernel.outbox.store(Array.from({ length: 50 }, (_, n) => event(50 * i + n)));
          await kernel.jobs.enqueue('test.job', { i }, { key: 'one' });
        }
      });
      const jobs = await waiting();
      expect(jobs.filter(({ name }) => name === 'test.first').map(({ number }) => number)).toEqual(
        Array.from({ length: 1500 }, (_, n) => n),
      );
      expect(jobs.filter(({ name }) => name === 'test.job')).toHaveLength(1);
    });

    it('takes the place of one that waits under its key, in the same transaction too', async () => {
      await kernel.unitOfWork.transaction(() => kernel.outbox.store([event(1, 'current'), event(2, 'current')]));
      expect((await waiting()).map(({ number }) => number)).toEqual([2]);
      await kernel.unitOfWork.transaction(() => kernel.outbox.store([event(3, 'current')]));
      expect((await waiting()).map(({ number }) => number)).toEqual([3]);
    });
  });

  describe('a reaction', () => {
    it('that always fails hinders neither the others to its event nor other events, and is parked by itself', async () => {
      await worker({ first: fail, second: see('second') });
      await record(1, 2, 3);
      await until(async () => (await seen('second')).length === 3, 'the other reaction');
      const waits: number[] = [];
      for (let attempts = 1; attempts <= ATTEMPTS; attempts++) {
        await until(async () => {
          const rows = await waiting();
          return rows.every((row) => row.attempts === attempts && !row.runs);
        }, `attempt ${attempts}`);
        waits.push((await waiting())[0]?.waits ?? 0);
        if (attempts < ATTEMPTS) await makeDue();
      }
      for (const [failures, wait] of waits.slice(0, 5).entries()) {
        expect(Math.abs(wait - Math.exp(failures + 1))).toBeLessThan(2);
      }
      expect((await seen('second')).sort()).toEqual([1, 2, 3]);
      expect(kernel.warnings).toContainEqual(
        expect.stringMatching(/test\.first \d+ is parked after 10 attempts \(out of order\)/),
      );

      await makeDue();
      await record(4);
      await until(async () => (await seen('second')).length === 4, 'a later event');
      expect((await parked()).map(({ attempts }) => attempts)).toEqual([ATTEMPTS, ATTEMPTS, ATTEMPTS]);
    });

    it('that a later one of its key replaced while it ran, in a process that ended, is deleted: the later one runs', async () => {
      const store = (number: number) =>
        kernel.unitOfWork.transaction(() => kernel.outbox.store([event(number, 'current')]));
      await store(1);
      await kernel.sql.dynamic(
        `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone', attempts = 1`,
      );
      await store(2);
      await kernel.sql.dynamic(
        `insert into kernel.process (id, liveness, job_holders) values ('gone', 4711, array['gone'])`,
      );
      const { lease } = await worker({ look: see('look') });
      await lease.sweep();
      expect([await parked(), await countParkedJobs(kernel.sql.pool)]).toEqual([[], 0]);
      await until(async () => (await seen('look')).length > 0, 'the later one to run');
      expect(await seen('look')).toEqual([2]);
      await until(async () => (await waiting()).length === 0, 'nothing to be left in the queue');
    });

    it('that is parked is listed, and runs again once it is released, alone or with all', async () => {
      const broken = await worker({ first: fail });
      await record(1, 2, 3);
      await kernel.sql.dynamic('update graphile_worker._private_jobs set attempts = max_attempts - 1');
      await makeDue();
      await until(async () => (await countParkedJobs(kernel.sql.pool)) === 3, 'all to be parked');
      await broken.stop();
      workers = [];
      const listed = (await parked()).sort((a, b) => Number(a.id) - Number(b.id));
      expect(listed.map(({ payload }) => payload)).toEqual([event(1), event(2), event(3)]);
      for (const job of listed) expect(job).toMatchObject({ name: 'test.first', attempts: 10, error: 'out of order' });
      for (const { parkedAt } of listed) expect(Date.now() - parkedAt.getTime()).toBeLessThan(120_000);

      await worker({ first: see('first') });
      const release = (id?: string) => releaseJobs(kernel.sql.pool, id);
      expect([await release('unknown'), await release(listed[1]?.id)]).toEqual([0, 1]);
      await until(async () => (await seen('first')).length === 1, 'the one that was released');
      expect(await seen('first')).toEqual([2]);
      expect(await release()).toBe(2);
      await until(async () => (await seen('first')).length === 3, 'the others');
      expect([await parked(), await release()]).toEqual([[], 0]);
    });

    it('that was cut off by the end of its process runs again, and those that were done do not', async () => {
      let begun = 0;
      let finish = (): void => undefined;
      const dying = await worker({
        first: () => {
          // This process survives in the test, and may run the job again.
          if (begun++ > 0) return fail();
          return new Promise<void>((resolve) => (finish = resolve));
        },
        second: see('second'),
      });
      await record(1);
      await until(
        async () => begun === 1 && (await waiting()).length === 1,
        'one reaction to be done, one to be begun',
      );
      try {
        await dying.process.notifications.close();
        const next = await worker({ first: see('first'), second: see('second') });
        await until(async () => {
          await next.lease.sweep();
          await makeDue();
          return (await seen('first')).length > 0;
        }, 'the reaction to be taken up');
        expect([await seen('first'), await seen('second')]).toEqual([[1], [1]]);
      } finally {
        finish();
      }
    });

    it('runs once for each event although several processes look at once', async () => {
      const numbers = Array.from({ length: 40 }, (_, i) => i);
      for (let i = 0; i < 3; i++) await worker({ first: see('first'), second: see('second') });
      await record(...numbers);
      await until(async () => (await waiting()).length === 0, 'all reactions to be done');
      for (const name of ['first', 'second']) {
        expect((await seen(name)).sort((a, b) => a - b)).toEqual(numbers);
      }
    });

    it('begins long before a worker would look by itself', async () => {
      await worker({ first: see('first') });
      const took: number[] = [];
      for (let n = 1; n < 10 && !took.some((ms) => ms < LOOKS_AFTER_MS - 500); n++) {
        const before = performance.now();
        await record(n);
        await until(async () => (await seen('first')).length === n, 'the reaction');
        took.push(performance.now() - before);
      }
      expect(Math.min(...took)).toBeLessThan(LOOKS_AFTER_MS - 500);
    });

    it('with a queue runs in the order of the changes, whichever of their transactions began first', async () => {
      const numbers = [0, 1, 2];
      let begun = (): void => undefined;
      let proceed = (): void => undefined;
      const started = new Promise<void>((resolve) => (begun = resolve));
      const others = new Promise<void>((resolve) => (proceed = resolve));
      const last = kernel.unitOfWork.transaction(async () => {
        await kernel.sql.dynamic('select 1');
        begun();
        await others;
        await kernel.outbox.store([event(numbers.length, 'ordered')]);
      });
      await started;
      for (const number of numbers) {
        await kernel.unitOfWork.transaction(() => kernel.outbox.store([event(number, 'ordered')]));
      }
      proceed();
      await last;
      for (let i = 0; i < 2; i++) await worker({ 'in-order': see('in-order') });
      await until(async () => (await waiting()).length === 0, 'all reactions to be done');
      expect(await seen('in-order')).toEqual([...numbers, numbers.length]);
    });
  });
});
