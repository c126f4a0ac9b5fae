interface Waiting {
  start: () => void;
}

/** Pieces of work that wait in all, where nothing else is said: each keeps what it was given. */
const MOST_IN_ALL = 2_000;

/** More work waits, for one caller or in all, than may. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/**
 * Lets `concurrency` pieces of work run at a time. Callers take turns, however many pieces each of them has waiting, and
 * may have so many waiting and no more, nor all of them together more than `mostInAll`.
 */
export class FairQueue {
  #running = 0;
  #inAll = 0;
  /** By caller, in the order of their turns. */
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

  /** The caller whose turn it was comes last again. */
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
