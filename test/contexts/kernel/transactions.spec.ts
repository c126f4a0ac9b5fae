import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EntitySchema } from 'typeorm';
import { Aggregate, type AggregateState } from '#kernel/domain/aggregate';
import { Conflict, NotFound } from '#kernel/domain/errors';
import type { IntegrationEvent } from '#kernel/domain/integration-event';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { TestCluster, until, type TestProcess } from '#testing/test-kernel';

describe('transactions', () => {
  interface CounterState extends AggregateState {
    organizationId: string;
    value: number;
  }

  const counterSchema = new EntitySchema<CounterState>({
    name: 'Counter',
    tableName: 'counter',
    columns: {
      organizationId: { type: 'text', name: 'organization_id', primary: true },
      id: { type: 'text', primary: true },
      version: { type: 'int' },
      value: { type: 'int' },
    },
  });

  class Counter extends Aggregate<CounterState> {
    static of(state: CounterState): Counter {
      return new Counter(state);
    }

    get value(): number {
      return this.state.value;
    }

    add(amount: number): void {
      this.state.value += amount;
      const event: IntegrationEvent = { eventName: 'test.counted', organization: this.state.organizationId };
      this.record(event);
    }
  }

  class Counters extends AggregateStore<CounterState, Counter> {
    protected readonly schema = counterSchema;
    protected readonly noun = 'Counter';

    protected from(state: CounterState): Counter {
      return Counter.of(state);
    }
  }

  /** The size of a process's connection pool. */
  const POOL = 8;

  let cluster: TestCluster;
  let kernel: TestProcess;
  let counters: Counters;
  let made = 0;

  beforeAll(async () => {
    cluster = await TestCluster.create();
    kernel = await cluster.process([counterSchema]);
    kernel.reactions.push({ event: 'test.counted', name: 'test.hear-counted' });
    counters = new Counters(kernel.unitOfWork, kernel.outbox);
    await kernel.sql.dynamic(
      'create table counter (organization_id text, id text, version int, value int, primary key (organization_id, id))',
    );
  });

  afterAll(() => cluster.end());

  const newCounter = (): Counter =>
    Counter.of({ organizationId: 'org', id: `counter-${++made}`, version: 0, value: 0 });
  const count = async (id: string): Promise<number | undefined> =>
    (await kernel.sql.dynamic<{ value: number }>('select value from counter where id = $1', [id]))[0]?.value;
  const events = async (): Promise<number> =>
    (await kernel.sql.dynamic(`select 1 from graphile_worker.jobs where task_identifier = 'test.hear-counted'`)).length;

  describe('a unit of work', () => {
    it('keeps everything or nothing', async () => {
      const [kept, lost] = [newCounter(), newCounter()];
      await kernel.unitOfWork.transaction(() => counters.save(kept));
      await expect(
        kernel.unitOfWork.transaction(async () => {
          await counters.save(lost);
          throw new Error('changed its mind');
        }),
      ).rejects.toThrow('changed its mind');
      expect(await count(kept.id)).toBe(0);
      expect(await count(lost.id)).toBeUndefined();
    });

    it.each([
      ['transactions', () => kernel.sql.pool],
      ['what is read aside', () => kernel.unitOfWork.readSeparately(() => Promise.resolve(kernel.sql.pool))],
    ])('survives that a connection for %s is lost, used or idle', async (_, pool) => {
      const [connections, other] = [await pool(), await cluster.process()];
      const handOver = async () => {
        const client = await connections.connect();
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        return { client, end: () => other.sql.dynamic('select pg_terminate_backend($1::int)', [rows[0]?.pid]) };
      };
      const used = await handOver();
      await used.end();
      // Otherwise the next statement fails with it.
      const told = () => used.client.query('select 1').then(String, String);
      await until(async () => (await told()).includes('not queryable'), 'the connection to be lost');
      used.client.release(true);
      const idle = await handOver();
      idle.client.release();
      const { totalCount } = connections;
      await idle.end();
      await until(() => connections.totalCount < totalCount, 'the idle connection to be lost');
      const counter = newCounter();
      await kernel.unitOfWork.transaction(() => counters.save(counter));
      expect(await count(counter.id)).toBe(0);
    });

    it('within another is part of it', async () => {
      const [outer, inner] = [newCounter(), newCounter()];
      await expect(
        kernel.unitOfWork.transaction(async () => {
          await counters.save(outer);
          await kernel.unitOfWork.transaction(() => counters.save(inner));
          throw new Error('too late');
        }),
      ).rejects.toThrow('too late');
      expect(await count(inner.id)).toBeUndefined();
    });

    it('hides its writes from others until it ends, and lets work step outside', async () => {
      const counter = newCounter();
      await kernel.unitOfWork.transaction(async () => {
        await counters.save(counter);
        expect(await count(counter.id)).toBe(0);
        expect(await kernel.unitOfWork.outside(() => count(counter.id))).toBeUndefined();
      });
    });

    it('has its effects after the commit, and none after a rollback', async () => {
      const seen: string[] = [];
      await kernel.unitOfWork.transaction(async () => {
        kernel.unitOfWork.afterCommit(() => seen.push('after'));
        seen.push('inside');
      });
      const failing = kernel.unitOfWork.transaction(() => {
        kernel.unitOfWork.afterCommit(() => seen.push('never'));
        return Promise.reject(new Error('no'));
      });
      await expect(failing).rejects.toThrow('no');
      expect(seen).toEqual(['inside', 'after']);
    });

    it('takes a connection only with its first statement', async () => {
      const open = Array.from({ length: 3 * POOL }, () => kernel.unitOfWork.transaction(() => sleep(50)));
      expect(kernel.sql.pool.idleCount).toBe(kernel.sql.pool.totalCount);
      await Promise.all(open);
    });

    it('waits for its mutex, and leaves the connections to others until then', async () => {
      const counter = newCounter();
      await kernel.unitOfWork.transaction(() => counters.save(counter));
      const [came, went]: [number[], number[]] = [[], []];
      let [inside, most] = [0, 0];
      const writers = Array.from({ length: 3 * POOL }, (_, i) =>
        kernel.unitOfWork.transaction(async () => {
          came.push(i);
          await kernel.unitOfWork.claimMutex(counter.id);
          most = Math.max(most, ++inside);
          kernel.unitOfWork.afterCommit(() => void (inside--, went.push(i)));
          const again = await counters.get(counter.id);
          again.add(1);
          await counters.save(again);
          if (i % 5 === 4) await kernel.unitOfWork.claimMutex(counter.id);
        }),
      );
      const read = await Promise.all(Array.from({ length: POOL }, () => count(counter.id)));
      expect(Math.max(...read.map(Number))).toBeLessThan(3 * POOL);
      await Promise.all(writers);
      // No save conflicted with another.
      expect([await count(counter.id), most]).toEqual([3 * POOL, 1]);
      expect(went).toEqual(came);
    });

    it('releases its mutex when it fails, even before it had it', async () => {
      let letGo = (): void => undefined;
      const held = new Promise<void>((resolve) => (letGo = resolve));
      const steps: string[] = [];
      const turn = (name: string, work: () => Promise<unknown>) =>
        kernel.unitOfWork.transaction(async () => {
          await Promise.all([kernel.unitOfWork.claimMutex('one').then(() => steps.push(name)), work()]);
        });
      const first = turn('first', () => held);
      const failing = turn('failing', () => Promise.reject(new Error('gave up')));
      const last = turn('last', () => Promise.resolve());
      await expect(failing).rejects.toThrow('gave up');
      await sleep(20);
      expect(steps).toEqual(['first']);
      letGo();
      await Promise.all([first, last]);
      expect(steps.at(-1)).toBe('last');
    });

    it('does not wait for a mutex once it may have locks', async () => {
      const counter = newCounter();
      await kernel.unitOfWork.transaction(() => counters.save(counter));
      const lock = () => kernel.sql.rows('test.lock', 'select 1 from counter where id = $1 for update', [counter.id]);
      let locked = (): void => undefined;
      const both = new Promise<void>((resolve) => (locked = resolve));
      const holder = kernel.unitOfWork.transaction(async () => {
        await lock();
        locked();
        await sleep(50);
        await kernel.unitOfWork.claimMutex('two');
      });
      await both;
      const other = kernel.unitOfWork.transaction(async () => {
        await kernel.unitOfWork.claimMutex('two');
        await lock();
      });
      await Promise.all([holder, other]);
    });

    it('is needed to write', async () => {
      await expect(counters.save(newCounter())).rejects.toThrow(/outside a transaction/);
      await expect(kernel.outbox.store([{ eventName: 'test.counted', organization: 'o' }])).rejects.toThrow(
        /outside a transaction/,
      );
      await expect(kernel.jobs.enqueue('x', {})).rejects.toThrow(/outside a transaction/);
    });
  });

  describe('saving an aggregate', () => {
    it('counts its versions', async () => {
      const counter = newCounter();
      await kernel.unitOfWork.transaction(() => counters.save(counter));
      expect(counter.version).toBe(1);
      counter.add(2);
      await kernel.unitOfWork.transaction(() => counters.save(counter));
      const again = await kernel.unitOfWork.transaction(() => counters.get(counter.id));
      expect([again.version, again.value]).toEqual([2, 2]);
    });

    it('is refused with Conflict after a concurrent save, which stays', async () => {
      const counter = newCounter();
      await kernel.unitOfWork.transaction(() => counters.save(counter));
      const load = () => kernel.unitOfWork.transaction(() => counters.get(counter.id));
      const [first, second] = [await load(), await load()];
      first.add(1);
      second.add(10);
      await kernel.unitOfWork.transaction(() => counters.save(first));
      await expect(kernel.unitOfWork.transaction(() => counters.save(second))).rejects.toThrow(Conflict);
      expect(await count(counter.id)).toBe(1);
    });

    it('allows one of many at once', async () => {
      const counter = newCounter();
      await kernel.unitOfWork.transaction(() => counters.save(counter));
      const results = await Promise.allSettled(
        Array.from({ length: 6 }, () =>
          kernel.unitOfWork.transaction(async () => {
            const own = await counters.get(counter.id);
            own.add(1);
            await counters.save(own);
          }),
        ),
      );
      const landed = results.filter(({ status }) => status === 'fulfilled').length;
      expect(landed).toBeGreaterThan(0);
      expect(await count(counter.id)).toBe(landed);
    });

    it('stores its events with it, once, and none when it is rolled back', async () => {
      const counter = newCounter();
      counter.add(1);
      counter.add(1);
      const before = await events();
      const failing = kernel.unitOfWork.transaction(async () => {
        const lost = newCounter();
        lost.add(1);
        await counters.save(lost);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await events()).toBe(before);
      await kernel.unitOfWork.transaction(() => counters.save(counter));
      expect(await events()).toBe(before + 2);
      await kernel.unitOfWork.transaction(() => counters.save(counter));
      expect(await events()).toBe(before + 2);
    });

    it('of one that is not there is NotFound', async () => {
      const getting = kernel.unitOfWork.transaction(() => counters.get('nothing'));
      await expect(getting).rejects.toThrow(new NotFound('Counter not found'));
    });
  });
});
