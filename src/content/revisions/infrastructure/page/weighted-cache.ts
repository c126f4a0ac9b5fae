import type { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import type { CacheName } from '#kernel/infrastructure/memory/usual-bytes';

/**
 * A least recently used cache with its part of the budget of all caches: weights are bytes. Concurrent requests for the
 * same value share one computation.
 */
export class WeightedCache<V> {
  readonly #entries = new Map<string, { value: V; weight: number }>();
  readonly #pending = new Map<string, Promise<V>>();
  readonly #most: number;
  #weight = 0;

  constructor(budget: CacheBudget, name: CacheName) {
    this.#most = budget.join(name, {
      held: () => this.#weight,
      dropOldest: () => this.#entries.size > 1 && this.#dropOldest(),
    });
  }

  async getOrCompute(key: string, make: () => Promise<V>, weigh: (value: V) => number): Promise<V> {
    const cached = this.get(key);
    if (cached !== undefined) return cached;
    const known = this.#pending.get(key);
    if (known) return known;
    const pending = make().finally(() => this.#pending.delete(key));
    this.#pending.set(key, pending);
    const value = await pending;
    this.set(key, value, weigh(value));
    return value;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** The weight of a cached value; 0 where there is none. */
  weightOf(key: string): number {
    return this.#entries.get(key)?.weight ?? 0;
  }

  /** Caches a value, replacing any under the same key. A value heavier than the maximum is not cached. */
  set(key: string, value: V, weight: number): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
    if (weight > this.#most) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    while (this.#weight > this.#most) this.#dropOldest();
  }

  #dropOldest(): boolean {
    for (const [oldest, { weight }] of this.#entries) {
      this.#weight -= weight;
      return this.#entries.delete(oldest);
    }
    return false;
  }
}
