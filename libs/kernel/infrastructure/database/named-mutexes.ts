import { setTimeout as sleep } from 'node:timers/promises';

/** A claim to a mutex. */
export interface MutexClaim {
  /** Resolves once all earlier claims have ended, or `patienceMs` have passed. */
  readonly begun: Promise<unknown>;
  /** Releases it for the next claim; may be called before `begun` resolves. */
  readonly end: () => void;
}

/** As long as waiting for a connection. */
const PATIENCE_MS = 10_000;

/**
 * Advisory mutexes by name, each with a first-in-first-out queue in the memory of this process. They reduce waiting in
 * the database, whose locks provide the actual protection: a claim that has waited `patienceMs` proceeds, so that one
 * that hangs does not block the others.
 */
export class NamedMutexes {
  /** By name, when its last claim ends. A `Map` would keep those that have ended, and their transactions (decision 91). */
  readonly #last = Object.create(null) as Record<string, Promise<void> | undefined>;

  constructor(private readonly patienceMs = PATIENCE_MS) {}

  take(name: string): MutexClaim {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const before = this.#last[name];
    const last = before ? before.then(() => ended) : ended;
    this.#last[name] = last;
    void last.then(() => {
      if (this.#last[name] === last) Reflect.deleteProperty(this.#last, name);
    });
    const begun = before
      ? Promise.race([before, sleep(this.patienceMs, undefined, { ref: false })])
      : Promise.resolve();
    return { begun, end };
  }
}
