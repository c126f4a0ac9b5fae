/** Characters and parts of all expressions that are kept; at some 200 bytes each, about 20 MB. */
const MOST_WEIGHT = 100_000;

/** Keeps what was made of texts, as long as it is used and there is room: the longest unused goes first. */
export class ParsedCache<T> {
  readonly #kept = new Map<string, { value: T; weight: number }>();
  #weight = 0;

  constructor(readonly mostWeight = MOST_WEIGHT) {}

  get weight(): number {
    return this.#weight;
  }

  get(text: string): T | undefined {
    const found = this.#kept.get(text);
    if (!found) return undefined;
    this.#kept.delete(text);
    this.#kept.set(text, found);
    return found.value;
  }

  set(text: string, value: T, weight: number): void {
    this.#weight += weight - (this.#kept.get(text)?.weight ?? 0);
    this.#kept.delete(text);
    this.#kept.set(text, { value, weight });
    for (const [oldest, { weight: freed }] of this.#kept) {
      if (this.#weight <= this.mostWeight) return;
      this.#kept.delete(oldest);
      this.#weight -= freed;
    }
  }
}
