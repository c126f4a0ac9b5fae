import { describe, expect, it } from '@jest/globals';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { WeightedCache } from '../../../../src/content/revisions/infrastructure/page/weighted-cache.js';

describe('A weighted cache', () => {
  const filled = (budget: CacheBudget): WeightedCache<string> => {
    const cache = new WeightedCache<string>(budget, 'page trees');
    for (const key of ['a', 'b', 'c']) cache.set(key, `value of ${key}`, 300);
    return cache;
  };
  const keysIn = (cache: WeightedCache<string>): string[] => ['a', 'b', 'c'].filter((key) => cache.weightOf(key) > 0);

  it('forgets what was used least recently when there is no room for another value', () => {
    const cache = filled(new CacheBudget(1_000));
    cache.get('a');
    cache.set('d', 'another', 300);
    expect([...keysIn(cache), cache.get('d')]).toEqual(['a', 'c', 'another']);
  });

  it('keeps no value that takes more than all caches may', () => {
    const cache = filled(new CacheBudget(1_000));
    cache.set('a', 'much more', 1_001);
    expect(keysIn(cache)).toEqual(['b', 'c']);
  });

  it('gives back what was used least recently where caches hold more together than there is', () => {
    const budget = new CacheBudget(1_000);
    const cache = filled(budget);
    budget.join('nodes of maps', { held: () => 350, dropOldest: () => false });
    budget.balance();
    expect(keysIn(cache)).toEqual(['b', 'c']);
  });

  it('makes a value once for those who ask for it at the same time', async () => {
    const cache = new WeightedCache<string>(new CacheBudget(1_000), 'page trees');
    let made = 0;
    const ask = () => cache.getOrCompute('a', () => Promise.resolve(`made ${++made}`), () => 10); // prettier-ignore
    expect(await Promise.all([ask(), ask()])).toEqual(['made 1', 'made 1']);
    expect(await ask()).toBe('made 1');
  });
});
