import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { onOneServer } from '#testing/one-server';
import { TestCluster, until, type TestProcess } from '#testing/test-kernel';
import { TestWorker } from '#testing/queue/test-worker';

interface Changed {
  eventName: string;
  organization: string;
}

/** Without a notification a worker looks every two seconds. */
const POLL_MS = 2_000;

describe('debounced reactions', () => {
  let cluster: TestCluster;
  let kernel: TestProcess;
  let worker: TestWorker | undefined;

  beforeAll(async () => {
    cluster = await TestCluster.create();
    kernel = await cluster.process();
    kernel.reactions.push(
      { event: 'test.changed', name: 'test.look', key: () => 'same', debounced: true },
      {
        event: 'test.announced',
        name: 'test.announce',
        onlyWhere: `exists (select from listener where organization = $10)`,
      },
    );
    await kernel.sql.dynamic('create table state (value int); insert into state values (0)');
    await kernel.sql.dynamic('create table listener (organization text)');
  });
  beforeEach(() => kernel.sql.dynamic('truncate graphile_worker._private_jobs'));
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
  });
  afterAll(() => cluster.end());

  const event = (name: string, organization = 'org') => ({ eventName: `test.${name}`, organization }) as Changed;
  const change = () =>
    kernel.unitOfWork.transaction(async () => {
      await kernel.sql.dynamic('update state set value = value + 1');
      await kernel.outbox.store([event('changed')]);
    });
  const value = async (): Promise<number> =>
    (await kernel.sql.dynamic<{ value: number }>('select value from state'))[0]?.value ?? -1;
  const jobs = () =>
    kernel.sql.dynamic<{ id: string; revision: number; locked: boolean; due: number }>(
      `select id::text, revision, locked_at is not null as locked, extract(epoch from run_at - now())::float8 as due
       from graphile_worker._private_jobs order by id`,
    );
  const work = async (run: () => Promise<void>): Promise<void> => {
    worker = await TestWorker.start(cluster, { 'test.look': { run } }, (message) => void kernel.warnings.push(message));
  };

  it('are one job for all changes until it begins, which is not written again', async () => {
    for (let n = 0; n < 5; n++) await change();
    const [job, ...others] = await jobs();
    expect(others).toEqual([]);
    expect(job).toMatchObject({ revision: 0, locked: false });
    expect(job?.due).toBeGreaterThan(0);
    expect(job?.due).toBeLessThanOrEqual(0.5);
  });

  it('run when they are due, not at the next poll', async () => {
    const took: number[] = [];
    let ran = 0;
    await work(() => Promise.resolve(void ran++));
    for (let n = 0; n < 4; n++) {
      const [before, begun] = [ran, performance.now()];
      await change();
      await until(() => ran > before, 'the reaction');
      took.push(performance.now() - begun);
    }
    expect(Math.min(...took)).toBeGreaterThan(450);
    expect([...took].sort((one, other) => one - other)[1]).toBeLessThan(POLL_MS - 500);
  });

  it('run again for a change during a run', async () => {
    const seen: number[] = [];
    let finish = (): void => undefined;
    await work(async () => {
      seen.push(await value());
      if (seen.length === 1) await new Promise<void>((resolve) => (finish = resolve));
    });
    await change();
    await until(() => seen.length === 1, 'the first run');
    await change();
    finish();
    await until(() => seen.length === 2, 'the second run');
    expect(seen[1]).toBe(await value());
  });

  it('do not begin while a change that relies on them is about to be committed', async () => {
    await change();
    await kernel.sql.dynamic(`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`);
    const writer = await cluster.process();
    let commit = (): void => undefined;
    let isStored = false;
    const before = await value();
    const changing = writer.unitOfWork.transaction(async () => {
      await writer.sql.dynamic('update state set value = value + 1');
      // As a statement at the end of the transaction does it, and nothing follows for a while.
      await writer.sql.dynamic(
        `select from graphile_worker._private_jobs where is_available and attempts = 0 for key share skip locked`,
      );
      isStored = true;
      await new Promise<void>((resolve) => (commit = resolve));
    });
    await until(() => isStored, 'the change');
    const seen: number[] = [];
    await work(async () => void seen.push(await value()));
    await sleep(300);
    expect(seen).toEqual([]);
    commit();
    await changing;
    await until(() => seen.length === 1, 'the reaction');
    expect(seen).toEqual([before + 1]);
  });

  it('lose no change of several processes while workers run', async () => {
    let last = -1;
    await work(async () => void (last = await value()));
    const writers = await Promise.all([cluster.process(), cluster.process(), cluster.process()]);
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        writers.map(async ({ unitOfWork, sql, outbox }, at) => {
          writers[at]?.reactions.splice(0, Infinity, ...kernel.reactions);
          for (let n = 0; n < 40; n++) {
            await unitOfWork.transaction(async () => {
              await sql.dynamic('update state set value = value + 1');
              await outbox.store([event('changed')]);
            });
            await sleep(Math.random() * 20);
          }
        }),
      );
      const wanted = await value();
      await until(() => last === wanted, 'the last change to be seen');
      await until(async () => (await jobs()).length === 0, 'the job to end');
    }
  });

  it('are added where another transaction is about to take the one that waits', async () => {
    await change();
    const taking = new pg.Client({ connectionString: cluster.url });
    await taking.connect();
    await taking.query('begin');
    await taking.query('select from graphile_worker._private_jobs for update');
    const changing = change();
    await taking.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'it', attempts = 1`);
    await taking.query('commit');
    await taking.end();
    await changing;
    expect((await jobs()).map(({ locked }) => locked)).toEqual([true, false]);
  });

  onOneServer(it, 'conditions are not asked there')('write no job where their condition does not hold', async () => {
    const announce = (organization: string) =>
      kernel.unitOfWork.transaction(() => kernel.outbox.store([event('announced', organization)]));
    await announce('org');
    expect(await jobs()).toEqual([]);
    await kernel.sql.dynamic(`insert into listener values ('org')`);
    await announce('other');
    await announce('org');
    expect(await jobs()).toHaveLength(1);
  });

  onOneServer(it, 'conditions are not asked there')(
    'are asked for each organization whose events a transaction stores',
    async () => {
      await kernel.sql.dynamic(`insert into listener values ('one'), ('two')`);
      const events = ['none', 'one', 'neither', 'two', 'one'].map((organization) => event('announced', organization));
      await kernel.unitOfWork.transaction(() => kernel.outbox.store(events));
      expect(await jobs()).toHaveLength(3);
    },
  );
});
