import { setTimeout as sleep } from 'node:timers/promises';

/** A claim to a mutex. */
export interface MutexClaim {
  /** Resolves once all claims before it have ended, or `patienceMs` have passed. */
  readonly begun: Promise<unknown>;
  /** Releases it for the next claim; may be called before `begun` resolves. */
  readonly end: () => void;
}

/** As long as a connection is waited for. */
const PATIENCE_MS = 10_000;

/**
 * Advisory mutexes by name, each with a first-in-first-out queue in the memory of this process. They spare waiting in the
 * database, whose locks are what guards: a claim that has waited `patienceMs` goes on, lest one that hangs blocks the others.
 */
export class NamedMutexes {
  /** For each name, when its last claim has ended. */
  readonly #last = new Map<string, Promise<void>>();

  constructor(private readonly patienceMs = PATIENCE_MS) {}

  take(name: string): MutexClaim {
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
