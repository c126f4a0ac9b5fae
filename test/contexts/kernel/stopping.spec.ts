import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeDatabase } from '#kernel/infrastructure/database/open-database';
import { TestCluster, until, type TestProcess } from '#testing/test-kernel';
import { HeldAnswers } from '#testing/held-answers';
import { TestWorker } from '#testing/queue/test-worker';

describe('a process that is asked to end', () => {
  interface JobRow {
    attempts: number;
    locked: string | null;
    error: string | null;
    due: boolean;
  }

  let cluster: TestCluster;
  let kernel: TestProcess;

  beforeAll(async () => {
    cluster = await TestCluster.create();
    kernel = await cluster.process();
  });

  afterAll(() => cluster.end());

  const queued = (): Promise<JobRow[]> =>
    kernel.sql.dynamic<JobRow>(
      `select attempts, locked_by as locked, last_error as error, run_at <= now() as due
       from graphile_worker._private_jobs order by id`,
    );
  const enqueue = (payload: object, key?: string) =>
    kernel.unitOfWork.transaction(() => kernel.jobs.enqueue('test.work', { ...payload }, key ? { key } : {}));
  const worker = (run: (payload: unknown, signal: AbortSignal) => Promise<void>): Promise<TestWorker> =>
    TestWorker.start(cluster, { 'test.work': { run } }, (line) => void kernel.warnings.push(line));

  /** Runs until a step at which it is to end. */
  async function steps(_payload: unknown, signal: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(20);
      signal.throwIfAborted();
    }
  }

  it('ends well where its connection for new jobs is lost before it was answered', async () => {
    const between = await HeldAnswers.before(cluster.url, 'LISTEN "jobs:insert"');
    between.hold();
    try {
      const lines: string[] = [];
      const ending = await TestWorker.start(cluster, {}, (line) => void lines.push(line), between.url);
      await until(() => between.connections === 1, 'it to listen');
      const stopped = ending.stop();
      await sleep(50);
      between.cut();
      await stopped;
      await until(() => lines.filter((line) => line.includes('UNLISTEN')).length === 2, 'both to be given up');
    } finally {
      between.end();
    }
  });

  it('stops its jobs at their next step, and another goes on with them at once, as if they were never tried', async () => {
    let begun = 0;
    const ending = await worker((payload, signal) => (begun++, steps(payload, signal)));
    await enqueue({ n: 1 });
    await enqueue({ n: 2 });
    await until(() => begun === 2, 'both to begin');
    const before = performance.now();
    await ending.stop();
    expect(performance.now() - before).toBeLessThan(1_500);
    const given = { attempts: 0, locked: null, error: null, due: true };
    expect(await queued()).toEqual([given, given]);
    const done: unknown[] = [];
    const next = await worker(async (payload) => void done.push(payload));
    try {
      await until(() => done.length === 2, 'both to be done');
    } finally {
      await next.stop();
    }
    expect(await queued()).toEqual([]);
  });

  it('lets a job end that is about to', async () => {
    let begun = false;
    const ending = await worker(async () => {
      begun = true;
      await sleep(300);
    });
    await enqueue({});
    await until(() => begun, 'it to begin');
    await ending.stop();
    expect(await queued()).toEqual([]);
  });

  it('does not count what fails because of it, and leaves a job that failed before as it was', async () => {
    let runs = 0;
    const ending = await worker(async (payload, signal) => {
      if (++runs === 1) throw new Error('by itself');
      await steps(payload, signal).catch(() => Promise.reject(new Error('what it needs was closed')));
    });
    await enqueue({});
    await until(async () => (await queued())[0]?.error === 'by itself', 'it to fail');
    await kernel.sql.dynamic('update graphile_worker._private_jobs set run_at = now()');
    await enqueue({ wakes: 'the queue' });
    await until(() => runs >= 3, 'it to run again');
    await ending.stop();
    const rows = await queued();
    expect(rows.map(({ attempts, error }) => [attempts, error])).toEqual([
      [1, 'by itself'],
      [0, null],
    ]);
    await kernel.sql.dynamic('delete from graphile_worker._private_jobs');
  });

  it('waits two seconds for a job without steps, and gives it back', async () => {
    let begun = false;
    const ending = await worker(() => {
      begun = true;
      return new Promise(() => undefined);
    });
    await enqueue({});
    await until(() => begun, 'it to begin');
    const before = performance.now();
    await ending.stop();
    expect(performance.now() - before).toBeLessThan(4_000);
    expect(await queued()).toEqual([{ attempts: 0, locked: null, error: null, due: true }]);
    await kernel.sql.dynamic('delete from graphile_worker._private_jobs');
  });

  it('does not bring back a job that a later one of its key has replaced', async () => {
    let begun = 0;
    const ending = await worker((payload, signal) => (begun++, steps(payload, signal)));
    await enqueue({ n: 1 }, 'same');
    await until(() => begun === 1, 'it to begin');
    await enqueue({ n: 2 }, 'same');
    await ending.stop();
    expect(await queued()).toMatchObject([{ attempts: 0, locked: null }]);
    await kernel.sql.dynamic('delete from graphile_worker._private_jobs');
  });

  it('ends the transactions that do not, and keeps nothing of them', async () => {
    const process = await cluster.process();
    let written = false;
    const open = process.unitOfWork.transaction(async () => {
      await process.jobs.enqueue('test.lost', {});
      await process.sql.rows('test.slow-1', 'select 1');
      written = true;
      await process.sql.rows('test.slow-2', 'select pg_sleep(60)');
    });
    const failed = expect(open).rejects.toThrow(/terminat/);
    await until(() => written, 'it to write');
    await sleep(100);
    const before = performance.now();
    await closeDatabase(process.dataSource);
    expect(performance.now() - before).toBeLessThan(3_000);
    await failed;
    expect(await queued()).toEqual([]);
    const left = await kernel.sql.dynamic(
      `select from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
    );
    expect(left).toEqual([]);
  });
});
