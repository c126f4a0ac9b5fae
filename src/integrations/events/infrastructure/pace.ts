import { setTimeout as sleep } from 'node:timers/promises';

/** Begins of work that go ahead of the pace after a rest: a few that come together do not wait. */
const AHEAD = 12;

/** Lets work of this process begin at a steady pace, in the order in which it asks. */
export class Pace {
  readonly #interval: number;
  #next = 0;

  constructor(perSecond: number) {
    this.#interval = 1000 / perSecond;
  }

  async wait(): Promise<void> {
    const now = performance.now();
    this.#next = Math.max(this.#next, now - AHEAD * this.#interval) + this.#interval;
    if (this.#next > now) await sleep(this.#next - now);
  }
}
