import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from 'pg';
import type { IntegrationEvent } from '#kernel/domain/integration-event';
import { TestCluster, until, type TestProcess } from '#testing/test-kernel';

/** A relay that hears nothing looks by itself so long after its start. */
const LOOKS_AFTER_MS = 5_000;

describe('outbox', () => {
  interface Numbered extends IntegrationEvent {
    number: number;
  }

  interface Waiting {
    attempts: number;
    parked: boolean;
    waits: number;
    error: string | null;
  }

  let cluster: TestCluster;
  let kernel: TestProcess;
  let other: TestProcess;

  beforeAll(async () => {
    cluster = await TestCluster.create();
    kernel = await cluster.process();
    other = await cluster.process();
    await kernel.sql.dynamic('create table heard (number int)');
  });

  beforeEach(async () => {
    await kernel.sql.dynamic('truncate kernel.outbox, heard');
  });

  afterAll(() => cluster.end());

  const record = (...numbers: number[]) =>
    kernel.unitOfWork.transaction(() =>
      kernel.outbox.store(
        numbers.map((number) => ({ eventName: 'test.numbered', organization: 'org', number }) as Numbered),
      ),
    );
  const hear = (process: TestProcess) => async (event: IntegrationEvent) => {
    await process.sql.dynamic('insert into heard values ($1)', [(event as Numbered).number]);
  };
  const heard = async (): Promise<number[]> =>
    (await kernel.sql.dynamic<{ number: number }>('select number from heard order by number')).map(
      ({ number }) => number,
    );
  const waiting = () =>
    kernel.sql.dynamic<Waiting>(
      `select attempts, parked_at is not null as parked, last_error as error,
       round(extract(epoch from next_attempt_at - now()))::int as waits from kernel.outbox order by id`,
    );
  const makeDue = () => kernel.sql.dynamic('update kernel.outbox set next_attempt_at = now()');

  describe('the outbox', () => {
    it('stores whatever text an event carries, halves of characters as the replacement character', async () => {
      const text = 'a\ud800b \\ud800 \\\udc00 "\\" \u{1f389}';
      await kernel.unitOfWork.transaction(() =>
        kernel.outbox.store([{ eventName: 'test.text', organization: 'org', text } as IntegrationEvent]),
      );
      const [stored] = await kernel.sql.dynamic<{ text: string }>(`select payload->>'text' as text from kernel.outbox`);
      expect(stored?.text).toBe('a\ufffdb \\ud800 \\\ufffd "\\" \u{1f389}');
    });

    it('delivers what was committed, in order, and forgets it', async () => {
      const order: number[] = [];
      await record(1, 2);
      await record(3);
      expect(await kernel.relay(async (event) => void order.push((event as Numbered).number)).drain()).toBe(3);
      expect(order).toEqual([1, 2, 3]);
      expect(await waiting()).toEqual([]);
      expect(await kernel.relay().drain()).toBe(0);
    });

    it('holds nothing of a transaction that was rolled back', async () => {
      const failing = kernel.unitOfWork.transaction(async () => {
        await kernel.outbox.store([{ eventName: 'test.numbered', organization: 'org' }]);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await waiting()).toEqual([]);
    });

    it('gives an event to all who react; when one fails, what the others wrote is undone', async () => {
      await record(1);
      const relay = kernel.relay(hear(kernel), () => Promise.reject(new Error('out of order')));
      expect(await relay.drain()).toBe(0);
      expect(await heard()).toEqual([]);
      expect(await waiting()).toEqual([{ attempts: 1, parked: false, waits: 1, error: 'out of order' }]);
      await makeDue();
      expect(await kernel.relay(hear(kernel), hear(kernel)).drain()).toBe(1);
      expect(await heard()).toEqual([1, 1]);
    });

    it('goes on to other events past one that fails', async () => {
      await record(1, 2, 3);
      const relay = kernel.relay(async (event) => {
        if ((event as Numbered).number === 1) throw new Error('not that one');
        await hear(kernel)(event);
      });
      expect(await relay.drain()).toBe(2);
      expect(await heard()).toEqual([2, 3]);
    });

    it('waits twice as long after each failure, and parks an event after ten', async () => {
      await record(1);
      const relay = kernel.relay(() => Promise.reject(new Error('broken')));
      const waits: number[] = [];
      for (let attempt = 1; attempt <= 10; attempt++) {
        await makeDue();
        await relay.drain();
        const [row] = await waiting();
        expect([row?.attempts, row?.parked]).toEqual([attempt, attempt === 10]);
        waits.push(row?.waits ?? 0);
      }
      expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
      await makeDue();
      expect(await kernel.relay(hear(kernel)).drain()).toBe(0);
      expect(await heard()).toEqual([]);
      expect(kernel.warnings.at(-1)).toMatch(/was parked: broken/);
    });

    it('is delivered once although several relays look at once', async () => {
      const numbers = Array.from({ length: 40 }, (_, i) => i);
      await record(...numbers);
      const relays = [kernel, other].flatMap((process) => [process.relay(hear(process)), process.relay(hear(process))]);
      const delivered = await Promise.all(relays.map((relay) => relay.drain()));
      expect(delivered.reduce((sum, one) => sum + one)).toBe(numbers.length);
      expect(delivered.filter((one) => one > 0).length).toBeGreaterThan(1);
      expect(await heard()).toEqual(numbers);
    });

    it('wakes a relay of another process by a notice, long before it would look by itself', async () => {
      await other.notifications.open();
      const relay = other.relay(hear(other));
      relay.start(other.notifications);
      try {
        await relay.drain();
        const before = performance.now();
        await record(7);
        await until(async () => (await heard()).length === 1, 'the notice');
        expect(performance.now() - before).toBeLessThan(LOOKS_AFTER_MS - 200);
      } finally {
        await relay.stop();
      }
      await record(8);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await heard()).toEqual([7]);
    });

    it('wakes a relay of what was committed before its connection came to listen', async () => {
      const slow = await cluster.process();
      let connection: Client | undefined;
      slow.notifications.onOpen(async (client) => void (connection = client));
      await slow.notifications.open();
      void connection?.query('select pg_sleep(0.5)');
      const relay = slow.relay(hear(slow));
      relay.start(slow.notifications);
      try {
        await relay.drain();
        const before = performance.now();
        await record(9);
        await until(async () => (await heard()).length === 1, 'the look at what was missed');
        expect(performance.now() - before).toBeLessThan(LOOKS_AFTER_MS - 200);
      } finally {
        await relay.stop();
      }
    });
  });
});
