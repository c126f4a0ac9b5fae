import { describe, expect, it } from '@jest/globals';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { IdleCollection } from '#kernel/infrastructure/memory/idle-collection';
import { availableMemory, defaultCeiling, growthBelow } from '#kernel/infrastructure/memory/memory-ceiling';
import { MemoryReport } from '#kernel/infrastructure/memory/memory-report';
import { USUAL_BYTES, type CacheName } from '#kernel/infrastructure/memory/usual-bytes';
import { readSettings, SettingsInvalid } from '#kernel/infrastructure/settings';

const MB = 1_000_000;

describe('The ceiling of memory', () => {
  it('is by default a part of what the container or the machine has, within bounds', () => {
    expect(defaultCeiling()).toBeGreaterThanOrEqual(320 * MB);
    expect(defaultCeiling()).toBeLessThanOrEqual(Math.max(320 * MB, Math.min(768 * MB, availableMemory())));
    expect(readSettings({}).memory).toEqual({ ceiling: defaultCeiling(), caches: defaultCeiling() * 0.4 });
  });

  it('is set in megabytes, with or without that of caches, or off', () => {
    const memoryOf = (env: Record<string, string>) => readSettings(env).memory;
    expect(memoryOf({ QUIRE_MEMORY_MB: '500' })).toEqual({ ceiling: 500 * MB, caches: 200 * MB });
    expect(memoryOf({ QUIRE_MEMORY_MB: '500', QUIRE_CACHE_MB: '64' })).toEqual({ ceiling: 500 * MB, caches: 64 * MB });
    expect(memoryOf({ QUIRE_MEMORY_MB: 'off' })).toEqual({ ceiling: undefined, caches: Infinity });
    expect(() => memoryOf({ QUIRE_MEMORY_MB: '100' })).toThrow(SettingsInvalid);
    expect(() => memoryOf({ QUIRE_CACHE_MB: 'off' })).toThrow(SettingsInvalid);
  });

  it('leaves V8 alone where there is room enough, and lets the heap grow less and less where there is not', () => {
    expect(growthBelow(768 * MB, 90 * MB)).toBe(0);
    const growths = [200, 300, 360, 430, 500, 600, 900].map((used) => growthBelow(768 * MB, used * MB));
    expect(growths).toEqual([100, 60, 60, 35, 20, 20, 20]);
  });

  it('leaves less room to the heap where buffers outside it take some', () => {
    expect(growthBelow(768 * MB, 200 * MB, 10 * MB)).toBe(100);
    expect(growthBelow(768 * MB, 200 * MB, 200 * MB)).toBe(60);
    expect(growthBelow(768 * MB, 200 * MB, 900 * MB)).toBe(20);
  });
});

/** A cache that holds so many entries of so many bytes. */
function cacheOf(budget: CacheBudget, name: CacheName, count: number, size: number) {
  const cache = budget.lru<string>(name, { sizeCalculation: () => size });
  for (let n = 0; n < count; n++) cache.set(String(n), 'value');
  return cache;
}

const heldIn = ({ uses }: CacheBudget): number => uses.reduce((sum, { held }) => sum + held, 0);

describe('The budget of caches', () => {
  const ALL = Object.values(USUAL_BYTES).reduce((sum, bytes) => sum + bytes, 0);

  it('lets a cache hold what it usually does as long as others leave room, and never more than there is', () => {
    const plenty = new CacheBudget(Infinity);
    expect(cacheOf(plenty, 'page trees', 300, MB).calculatedSize).toBe(USUAL_BYTES['page trees']);
    const short = new CacheBudget(100 * MB);
    expect(cacheOf(short, 'page trees', 300, MB).calculatedSize).toBe(100 * MB);
    for (const budget of [plenty, short]) {
      const before = heldIn(budget);
      budget.balance();
      expect(heldIn(budget)).toBe(before);
    }
  });

  it('takes what caches hold beyond it from those above their part, what was used least recently first', () => {
    const budget = new CacheBudget(ALL / 5);
    const [trees, nodes] = [cacheOf(budget, 'page trees', 128, MB), cacheOf(budget, 'nodes of maps', 80, MB)];
    const pages = cacheOf(budget, 'pages by id', 3, MB);
    trees.get('0');
    budget.balance();
    expect(heldIn(budget)).toBeLessThanOrEqual(ALL / 5);
    expect(heldIn(budget)).toBeGreaterThan(ALL / 5 - 3 * MB);
    expect(pages.size).toBe(3);
    expect([trees.has('0'), trees.has('1'), trees.has('127')]).toEqual([true, false, true]);
    expect([nodes.has('0'), nodes.has('79')]).toEqual([false, true]);
    for (const { part, held } of budget.uses.slice(0, 2)) expect(held).toBeGreaterThan(part);
  });

  it('leaves a cache what it used last, however large', () => {
    const budget = new CacheBudget(ALL / 8);
    const trees = cacheOf(budget, 'page trees', 2, 50 * MB);
    cacheOf(budget, 'nodes of maps', 80, MB);
    budget.balance();
    expect([...trees.keys()]).toEqual(['1']);
  });

  it('knows each cache once', () => {
    const budget = new CacheBudget(Infinity);
    budget.lru('page trees');
    expect(() => budget.lru('page trees')).toThrow('two caches of page trees');
  });

  it('is reported with the memory of the process and of the caches that hold something', () => {
    const budget = new CacheBudget(ALL / 2);
    cacheOf(budget, 'pages by id', 3, MB);
    cacheOf(budget, 'page trees', 5, MB);
    cacheOf(budget, 'pages by path', 0, MB);
    const parts = `8 of ${64 + 8 + 8} MB: page trees 5 of 64, pages by id 3 of 8`;
    expect(new MemoryReport(768 * MB, budget).line).toMatch(new RegExp(`^\\d+ MB of 768; caches ${parts}$`));
    expect(new MemoryReport(undefined, budget).line).toMatch(/^\d+ MB; caches /);
    expect(new MemoryReport(undefined, new CacheBudget(MB)).line).toMatch(/^\d+ MB; caches 0 of 0 MB$/);
  });
});

describe('Memory of an idle process', () => {
  const looks = async (busy: number[], heaps: { total: number; used: number }[] = []): Promise<number[]> => {
    let look = 0;
    let heap = { total: 110 * MB, used: 70 * MB };
    const collected: number[] = [];
    const idle = new IdleCollection({
      busy: () => busy[look] ?? 0,
      heap: () => heap,
      collect: () => {
        collected.push(look);
        heap = { total: 80 * MB, used: 70 * MB };
        return Promise.resolve();
      },
    });
    for (; look < busy.length; look += 1) {
      heap = heaps[look] ?? heap;
      await idle.look();
    }
    return collected;
  };

  it('is given back once there is nothing to do for two looks', async () => {
    expect(await looks([0.9, 0.01, 0.01, 0.01, 0.01, 0.01])).toEqual([2]);
    expect(await looks([0.9, 0.01, 0.5, 0.01, 0.9])).toEqual([]);
  });

  it('is given back again where it has grown since, and kept where that would take long', async () => {
    const LIKE = { total: 110 * MB, used: 70 * MB };
    const grown = { total: 300 * MB, used: 90 * MB };
    expect(await looks([0, 0, 0.8, 0, 0, 0], [LIKE, LIKE, grown])).toEqual([1, 4]);
    expect(await looks([0, 0, 0], [{ total: 900 * MB, used: 500 * MB }])).toEqual([]);
  });

  it('is collected by this process itself', async () => {
    const before = process.memoryUsage().heapUsed;
    let kept: unknown[] | undefined = Array.from({ length: 300_000 }, (_, at) => ({ at }));
    expect(kept).toHaveLength(300_000);
    kept = undefined;
    const { collectGarbage } = await import('#kernel/infrastructure/memory/idle-collection');
    await collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(5 * MB);
  });
});
