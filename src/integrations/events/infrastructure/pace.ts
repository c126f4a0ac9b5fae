import { setTimeout as sleep } from 'node:timers/promises';

/** Begins of work that go ahead of the pace after a rest: a few that come together do not wait. */
const AHEAD = 12;

/** Lets work of this process begin at a steady pace, in the order in which it asks. */
export class Pace {
  readonly #interval: number;
  #next = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(perSecond: number) {
    this.#interval = 1000 / perSecond;
  }

  wait(): Promise<void> {
    this.#next = Math.max(this.#next, performance.now() - AHEAD * this.#interval) + this.#interval;
    const begin = this.#next;
    // One after the other: two timers that are due at the same moment may fire in any order.
    this.#last = this.#last.then(async () => {
      const left = begin - performance.now();
      if (left > 0) await sleep(left);
    });
    return this.#last;
  }
}
