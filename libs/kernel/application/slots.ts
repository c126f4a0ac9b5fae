/**
 * What is under way, where much begins and ends: requests, jobs. Places are used again, so that nothing that has
 * ended stays reachable.
 *
 * A `Set` or `Map` makes a new table after a few entries that were added and deleted, and the old table points to it. Once
 * one of them is in V8's old generation, collections of the young one keep all later tables, and what was in them, until
 * the whole heap is collected: a process that answers requests copies most of each request for nothing.
 */
export class Slots<T extends object> {
  readonly #values: (T | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#values.length - this.#free.length;
  }

  /** Adds a value; what is returned removes it, once. */
  add(value: T): () => void {
    const place = this.#free.pop() ?? this.#values.length;
    this.#values[place] = value;
    return () => {
      if (this.#values[place] !== value) return;
      this.#values[place] = undefined;
      this.#free.push(place);
    };
  }

  *[Symbol.iterator](): Generator<T> {
    for (const value of this.#values) if (value !== undefined) yield value;
  }
}
