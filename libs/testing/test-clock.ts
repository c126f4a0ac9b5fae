import { Clock } from '#kernel/domain/clock';

/** A clock that runs with the machine's, ahead by an offset that the test sets. */
export class TestClock extends Clock {
  #aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  advance(ms: number): void {
    this.#aheadMs += ms;
  }

  reset(): void {
    this.#aheadMs = 0;
  }
}
