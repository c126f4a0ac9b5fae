import { AsyncLocalStorage } from 'node:async_hooks';
import { CallOrigin, type Origin } from '../../application/call-origin.js';

/** Kept in the asynchronous context. */
export class CarriedOrigin extends CallOrigin {
  readonly #carried = new AsyncLocalStorage<Origin>();
  #underWay = 0;

  async during<R>(origin: Origin, work: () => Promise<R>): Promise<R> {
    this.#underWay++;
    try {
      return await this.#carried.run(origin, work);
    } finally {
      // Without such work the context is disabled, which makes every promise cheaper (Node 20, 22).
      if (--this.#underWay === 0) this.#carried.disable();
    }
  }

  get current(): Origin | undefined {
    return this.#carried.getStore();
  }
}
