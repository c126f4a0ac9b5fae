/** What is recorded of the requests and jobs whose caller does not decide it. */
export interface SamplerOptions {
  /** The part that is sampled, 0 to 1. */
  ratio: number;
  /** Most that are sampled in a second; after a quiet second, up to so many at once. */
  perSecond: number;
}

/**
 * Decides by chance, up to a number a second. What is traced carries an asynchronous context, which makes each promise of
 * the process dearer while it lasts, of other requests as well: with many requests a second, a part of them alone would
 * mean that there is always one.
 */
export class Sampler {
  #left: number;
  #countedAt: number;

  /** `now`: milliseconds of a clock that only goes forward. */
  constructor(
    private readonly options: SamplerOptions,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#left = options.perSecond;
    this.#countedAt = now();
  }

  sample(): boolean {
    return Math.random() < this.options.ratio && this.#take();
  }

  #take(): boolean {
    const { perSecond } = this.options;
    const now = this.now();
    this.#left = Math.min(perSecond, this.#left + ((now - this.#countedAt) / 1_000) * perSecond);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
