import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SharedQuotas } from '#kernel/infrastructure/requests/shared-quotas';
import { TestClock } from '#testing/test-clock';
import { TestCluster, until } from '#testing/test-kernel';

const MINUTE = 60_000;

describe('quotas', () => {
  const clock = new TestClock();
  let cluster: TestCluster;
  let here: SharedQuotas;
  let there: SharedQuotas;

  beforeAll(async () => {
    cluster = await TestCluster.create();
    [here, there] = [
      new SharedQuotas((await cluster.process()).sql, clock),
      new SharedQuotas((await cluster.process()).sql, clock),
    ];
  });
  afterAll(async () => {
    await Promise.all([here, there].map((quotas) => quotas.beforeApplicationShutdown()));
    await cluster.end();
  });

  /** Starts a new window, so that none ends in the middle of a test. */
  function beginWindow(): void {
    clock.advance(MINUTE - (clock.now().getTime() % MINUTE));
  }

  const told = async (key: string): Promise<number> => {
    const [process] = [await cluster.process()];
    const [row] = await process.sql.dynamic<{ used: number }>('select used from kernel.quota_use where key = $1', [
      key,
    ]);
    return row?.used ?? 0;
  };

  describe('in one process', () => {
    it('allow their limit for each key, then nothing before the next window', () => {
      beginWindow();
      const quota = here.of('plain', 3, MINUTE);
      expect([1, 2, 3, 4].map(() => quota.take('a'))).toMatchObject([
        { granted: true, left: 2, limit: 3 },
        { granted: true, left: 1 },
        { granted: true, left: 0 },
        { granted: false, left: 0 },
      ]);
      expect(quota.take('b').granted).toBe(true);
      expect(quota.take('a').resetsInMs).toBeGreaterThan(0);
      clock.advance(MINUTE);
      expect(quota.take('a')).toMatchObject({ granted: true, left: 2 });
    });

    it('take back what was given back', () => {
      const quota = here.of('back', 2, MINUTE);
      for (let i = 0; i < 20; i++) {
        expect(quota.take('a').granted).toBe(true);
        quota.refund('a');
      }
    });

    it('count 50,000 keys at most: the one not seen for longest is forgotten', () => {
      beginWindow();
      const quota = here.of('many', 1_000, MINUTE);
      quota.take('first');
      for (let i = 0; i < 50_000; i++) quota.take(`key ${i}`);
      expect(quota.take('first').left).toBe(999);
      expect(quota.take('key 49999').left).toBe(998);
    });

    it.each([
      ['192.0.2.7', '192.0.2.7'],
      ['::ffff:192.0.2.7', '192.0.2.7'],
      ['::ffff:c000:207', '192.0.2.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
      ['2001:DB8:1:2:0:0:0:9', '2001:db8:1:2::'],
    ])('count %s as %s', (address, same) => {
      expect(here.networkOf(address)).toBe(here.networkOf(same));
      expect(here.networkOf(address)).not.toBe(here.networkOf('2001:db8:1:3::'));
    });
  });

  describe('in two processes on one database', () => {
    it('apply to both together, within a twentieth of the limit and the counts in transit', async () => {
      beginWindow();
      const [one, other] = [here.of('shared', 100, MINUTE), there.of('shared', 100, MINUTE)];
      while (one.take('a').granted);
      await until(async () => (await told('shared a')) === 100, 'that the first process told what it counted');
      let more = 0;
      await until(() => {
        const { granted } = other.take('a');
        if (granted) more++;
        return !granted;
      }, 'that the second process refuses');
      expect(more).toBeLessThanOrEqual(20);
    });

    it('report the shared count', async () => {
      beginWindow();
      const [one, other] = [here.of('sum', 100, MINUTE), there.of('sum', 100, MINUTE)];
      for (let i = 0; i < 40; i++) {
        one.take('a');
        other.take('a');
      }
      await until(async () => (await told('sum a')) === 80, 'that both told what they counted');
      await until(() => {
        const [mine, theirs] = [one, other].map((quota) => quota.take('a'));
        return mine?.granted === false && theirs?.granted === false;
      }, 'that both know of each other');
    });

    it('write nothing for keys that are far from their limit', async () => {
      beginWindow();
      const [one, busy] = [here.of('quiet', 600, MINUTE), here.of('busy', 600, MINUTE)];
      for (let i = 0; i < 29; i++) one.take('a');
      for (let i = 0; i < 30; i++) busy.take('a');
      await until(async () => (await told('busy a')) === 30, 'that what is due was told');
      expect(await told('quiet a')).toBe(0);
    });

    it('go on in each process while the database is away, and are shared once it is back', async () => {
      beginWindow();
      const process = await cluster.process();
      await process.sql.dynamic('alter table kernel.quota_use rename to quota_use_away');
      const quota = here.of('away', 10, MINUTE);
      for (let i = 0; i < 10; i++) expect(quota.take('a').granted).toBe(true);
      expect(quota.take('a').granted).toBe(false);
      await process.sql.dynamic('alter table kernel.quota_use_away rename to quota_use');
      await until(async () => (await told('away a')) === 10, 'that it was told');
    });
  });
});
