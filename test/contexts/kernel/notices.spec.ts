import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NoticeCheck } from '#kernel/infrastructure/events/notice-check';
import { Notifications, TRUSTED_FOR_MS } from '#kernel/infrastructure/events/notifications';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { CALLERS_CHANGED_CHANNEL, CallerCache } from '#kernel/infrastructure/requests/caller-cache';
import { HeardRecords } from '#kernel/infrastructure/requests/heard-records';
import { RecentChanges } from '#kernel/infrastructure/replicas/recent-changes';
import { HeldAnswers } from '#testing/held-answers';
import { TestCluster, until, type TestProcess } from '#testing/test-kernel';
import { createEmptyDatabase } from '#testing/test-database';

/** Of a machine that is busy with other tests. */
const PATIENCE_MS = 2_000;

describe('what a process keeps until a notice', () => {
  let cluster: TestCluster;
  let kernel: TestProcess;
  let between: HeldAnswers;
  let notifications: Notifications;

  beforeAll(async () => {
    cluster = await TestCluster.create();
    kernel = await cluster.process();
  });
  beforeEach(async () => {
    between = await HeldAnswers.before(cluster.url, 'quire_heard_');
    notifications = new Notifications(between.url, (line) => void kernel.warnings.push(line));
  });
  afterEach(async () => {
    await notifications.close();
    between.end();
  });
  afterAll(() => cluster.end());

  const heardRecords = (changes = new RecentChanges()): HeardRecords =>
    new HeardRecords(notifications, kernel.unitOfWork, new CacheBudget(10_000_000), changes, kernel.changeNotices);
  const noticed = (channel: string, payload: string) =>
    kernel.sql.rows('test.notify', 'select pg_notify($1, $2)', [channel, payload]);
  const caller = { userId: 'someone' } as Awaited<Parameters<CallerCache['get']>[2] extends () => infer R ? R : never>;

  it('counts from the moment on in which it hears', async () => {
    expect(notifications.heard).toBe(false);
    await notifications.open();
    expect(notifications.heard).toBe(true);
  });

  it('does not count while notices may be late, and counts again where none of them changes it', async () => {
    const records = heardRecords();
    const callers = new CallerCache(notifications);
    await notifications.open();
    const [kept, changed] = [records.of('kept'), records.of('changed')];
    for (const secret of ['kept', 'changed'])
      await callers.get(secret, new Date(), () => Promise.resolve({ ...caller, userId: secret } as never));
    expect([kept.still, changed.still, callers.known('kept', new Date()) !== undefined]).toEqual([true, true, true]);
    between.hold();
    const since = performance.now();
    await noticed('quire_record_changed', 'changed');
    await noticed(CALLERS_CHANGED_CHANNEL, 'changed');
    await until(() => !notifications.heard, 'it to hear nothing');
    expect(performance.now() - since).toBeLessThan(TRUSTED_FOR_MS + PATIENCE_MS);
    expect([kept.still, changed.still, callers.known('kept', new Date())]).toEqual([false, false, undefined]);
    expect(records.of('new').still).toBe(false);
    between.release();
    await until(() => notifications.heard, 'it to hear again');
    expect([kept.still, changed.still]).toEqual([true, false]);
    expect(callers.known('kept', new Date())).toMatchObject({ userId: 'kept' });
    expect(callers.known('changed', new Date())).toBeUndefined();
  });

  it('is changed by notices of channels that were added while it connected', async () => {
    const heard: string[] = [];
    notifications.onOpen(() => {
      notifications.on('added_meanwhile', (payload) => heard.push(payload));
      return Promise.resolve();
    });
    await notifications.open();
    await noticed('added_meanwhile', 'changed');
    await until(() => heard.length > 0, 'the notice');
    expect(heard).toEqual(['changed']);
  });

  it('leaves no connection open that it cannot use', async () => {
    notifications.onOpen(() => Promise.reject(new Error('in recovery')));
    await expect(notifications.open()).rejects.toThrow('in recovery');
    await until(() => between.connections === 0, 'the connection to end');
    expect(notifications.heard).toBe(false);
  });

  it('has no connection once it was closed, though that was being opened', async () => {
    const opened = notifications.open();
    const closed = notifications.close();
    await expect(opened).rejects.toThrow('closed');
    await closed;
    await until(() => between.connections === 0, 'the connection to end');
    expect(notifications.heard).toBe(false);
  });

  it('is not kept of a replica that may lack the last change', async () => {
    const changes = new RecentChanges();
    const records = heardRecords(changes);
    await notifications.open();
    const replica = { pool: kernel.sql.pool, currentAsOf: performance.now() };
    const stillOf = (record: string): Promise<boolean> =>
      kernel.unitOfWork.readReplica(replica, () => Promise.resolve(records.of(record).still));
    expect(await stillOf('changed')).toBe(true);
    await noticed('quire_record_changed', 'changed');
    await until(() => changes.since(replica.currentAsOf, 'changed'), 'the change to be heard');
    expect(await stillOf('changed')).toBe(false);
    expect(await stillOf('other')).toBe(true);
    expect(records.of('changed').still).toBe(true);
  });

  it('is forgotten where the connection is lost', async () => {
    const records = heardRecords();
    await notifications.open();
    const kept = records.of('kept');
    between.cut();
    await until(() => !kept.still, 'the loss to be noticed');
    await until(() => notifications.heard, 'another connection');
    expect(kept.still).toBe(false);
  });

  it('keeps a process ready only where the notices that it sends arrive', async () => {
    const check = new NoticeCheck(kernel.sql, notifications);
    await notifications.open();
    await check.start();
    check.stop();
    expect(check.isMissing).toBe(false);
    const elsewhere = await createEmptyDatabase();
    const other = new Notifications(elsewhere.url, () => undefined);
    try {
      const missing = new NoticeCheck(kernel.sql, other);
      await other.open();
      await missing.start();
      missing.stop();
      expect(missing.isMissing).toBe(true);
    } finally {
      await other.close();
      await elsewhere.drop();
    }
  });
});
