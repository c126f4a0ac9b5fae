interface Waiting {
  start: () => void;
}

/** More work waits for one caller than may. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/**
 * Lets `concurrency` pieces of work run at a time. Callers take turns, however many pieces each of them has waiting, and
 * may have so many waiting and no more.
 */
export class FairQueue {
  #running = 0;
  /** By caller, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(
    private readonly concurrency: number,
    private readonly mostWaiting: number,
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
    if (own.length >= this.mostWaiting) throw new QueueFull();
    this.#waiting.set(caller, own);
    await new Promise<void>((start) => own.push({ start }));
  }

  /** The caller whose turn it was comes last again. */
  #startNext(): void {
    const [next] = this.#waiting;
    if (!next) return;
    const [caller, own] = next;
    const first = own.shift();
    this.#waiting.delete(caller);
    if (own.length > 0) this.#waiting.set(caller, own);
    this.#running++;
    first?.start();
  }
}
