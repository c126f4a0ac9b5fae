interface Waiting {
  start: () => void;
}

/** Most tasks that wait in total by default: each one uses memory for its arguments. */
const MOST_IN_ALL = 2_000;

/** Too many tasks wait, for one caller or in total. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/**
 * Runs at most `concurrency` tasks at a time. Callers are served in round robin, however many tasks each of them has
 * waiting; the waiting tasks of one caller are limited, as are those of all callers together (`mostInAll`).
 */
export class FairQueue {
  #running = 0;
  #inAll = 0;
  /** By caller, in the order in which they are served next. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(
    private readonly concurrency: number,
    private readonly mostWaiting: number,
    private readonly mostInAll = MOST_IN_ALL,
  ) {}

  async run<R>(caller: string, work: () => Promise<R>): Promise<R> {
    await this.#turn(caller);
    try {
      return await work();
    } finally {
      this.#running--;
      this.#startNext();
    }
  }

  async #turn(caller: string): Promise<void> {
    if (this.#running < this.concurrency) {
      this.#running++;
      return;
    }
    const own = this.#waiting.get(caller) ?? [];
    if (own.length >= this.mostWaiting || this.#inAll >= this.mostInAll) throw new QueueFull();
    this.#inAll++;
    this.#waiting.set(caller, own);
    await new Promise<void>((start) => own.push({ start }));
  }

  /** The caller served last goes to the end of the queue. */
  #startNext(): void {
    const [next] = this.#waiting;
    if (!next) return;
    const [caller, own] = next;
    const first = own.shift();
    this.#inAll--;
    this.#waiting.delete(caller);
    if (own.length > 0) this.#waiting.set(caller, own);
    this.#running++;
    first?.start();
  }
}
