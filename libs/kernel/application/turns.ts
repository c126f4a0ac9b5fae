/** How long a loop works before other requests have their turn, milliseconds. */
const TURN_MS = 10;

/** Lets a long loop share the process: other requests have a turn between its steps, where it has worked long enough. */
export class Turns {
  #since = performance.now();

  /** To be awaited between two steps. */
  async next(): Promise<void> {
    if (performance.now() - this.#since < TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }
}
