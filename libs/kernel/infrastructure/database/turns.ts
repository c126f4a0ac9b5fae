import { setTimeout as sleep } from 'node:timers/promises';

/** A place in a queue. */
export interface Turn {
  /** Resolves once all who came before have ended theirs, or when patience is at an end. */
  readonly begun: Promise<unknown>;
  /** Lets the next go on; may be called before it has begun. */
  readonly end: () => void;
}

/** As long as is waited for a connection. */
const PATIENCE_MS = 10_000;

/**
 * Queues by their names, in the memory of this process. They spare waiting in the database and guard nothing: whoever has
 * waited long goes on, lest one that hangs holds up all behind it.
 */
export class Turns {
  /** Of each queue, when the last of its turns has ended. */
  readonly #last = new Map<string, Promise<void>>();

  constructor(private readonly patienceMs = PATIENCE_MS) {}

  take(name: string): Turn {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const before = this.#last.get(name);
    const last = before ? before.then(() => ended) : ended;
    this.#last.set(name, last);
    void last.then(() => {
      if (this.#last.get(name) === last) this.#last.delete(name);
    });
    const begun = before
      ? Promise.race([before, sleep(this.patienceMs, undefined, { ref: false })])
      : Promise.resolve();
    return { begun, end };
  }
}
