/**
 * A least recently used cache with a maximum total weight. Concurrent requests for the same value share one
 * computation.
 */
export class WeightedCache<V> {
  readonly #entries = new Map<string, { value: V; weight: number }>();
  readonly #making = new Map<string, Promise<V>>();
  #weight = 0;

  constructor(private readonly maxWeight: number) {}

  async get(key: string, make: () => Promise<V>, weigh: (value: V) => number): Promise<V> {
    const kept = this.kept(key);
    if (kept !== undefined) return kept;
    const known = this.#making.get(key);
    if (known) return known;
    const making = make().finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    const value = await making;
    this.keep(key, value, weigh(value));
    return value;
  }

  kept(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Caches a value, replacing any under the same key. A value heavier than the maximum is not cached. */
  keep(key: string, value: V, weight: number): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
    if (weight > this.maxWeight) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.maxWeight) return;
      this.#entries.delete(oldest);
      this.#weight -= entry.weight;
    }
  }
}
