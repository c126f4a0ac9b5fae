import { Clock } from '#kernel/domain/clock';

/** A clock that runs with the machine's, ahead by as much as the test says. */
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
