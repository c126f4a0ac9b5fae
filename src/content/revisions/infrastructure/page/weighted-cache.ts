/**
 * Keeps values under their keys, up to a total weight, the latest used longest. Callers who ask for
 * the same value at once share one making of it.
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

  /** What is kept under a key now. */
  kept(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value, in the place of another under the same key. Nothing is kept that weighs more than all may. */
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
