/**
 * Keeps values that never change under their key, up to a total weight, the latest used longest. Callers who ask for
 * the same value at once share one making of it.
 */
export class WeightedCache<V> {
  readonly #entries = new Map<string, { value: V; weight: number }>();
  readonly #making = new Map<string, Promise<V>>();
  #weight = 0;

  constructor(private readonly maxWeight: number) {}

  async get(key: string, make: () => Promise<V>, weigh: (value: V) => number): Promise<V> {
    const entry = this.#entries.get(key);
    if (entry) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      return entry.value;
    }
    const known = this.#making.get(key);
    if (known) return known;
    const making = make().finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    const value = await making;
    this.#keep(key, value, weigh(value));
    return value;
  }

  #keep(key: string, value: V, weight: number): void {
    if (weight > this.maxWeight || this.#entries.has(key)) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= this.maxWeight) return;
      this.#entries.delete(oldest);
      this.#weight -= entry.weight;
    }
  }
}
