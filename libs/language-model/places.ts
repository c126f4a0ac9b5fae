/** So many may do something at a time; the others wait in their order. */
export class Places {
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(private readonly count: number) {}

  /** Waits for a place, and returns the function that releases it. */
  async take(signal: AbortSignal): Promise<() => void> {
    if (this.#taken < this.count) this.#taken++;
    else await this.#turn(signal);
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken--;
    };
  }

  #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(begin);
    });
  }
}
