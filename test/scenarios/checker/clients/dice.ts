/** Reproducible random numbers: the same seed gives the same draws. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Another instance, whose draws follow from this seed and a name for its purpose. */
  static of(seed: number, name: string): Dice {
    let mixed = seed >>> 0;
    for (const character of name) mixed = Math.imul(mixed ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    return new Dice(mixed);
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of them; undefined without items, after a draw all the same. */
  pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.next() * items.length)];
  }

  /** One of them, with a frequency by weight. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T {
    let left = this.next() * items.reduce((sum, [weight]) => sum + weight, 0);
    const found = items.find(([weight]) => (left -= weight) < 0) ?? items.at(-1);
    if (!found) throw new Error('There is nothing to choose from.');
    return found[1];
  }
}
