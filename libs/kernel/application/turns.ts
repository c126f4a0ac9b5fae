/** How long a loop works before other requests have their turn, milliseconds. */
const TURN_MS = 5;

/** When all loops that wait have had theirs: two of them never go on in the same turn of the process. */
let last = Promise.resolve();

/** Lets a long loop share the process: other requests have a turn between its steps, where it has worked long enough. */
export class Turns {
  #since = performance.now();

  /** To be awaited between two steps. */
  async next(): Promise<void> {
    if (performance.now() - this.#since < TURN_MS) return;
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    await last;
    this.#since = performance.now();
  }
}
