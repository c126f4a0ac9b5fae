import { AsyncLocalStorage } from 'node:async_hooks';
import { CallOrigin, type Origin } from '../../application/call-origin.js';

/** Carried by the asynchronous context. */
export class CarriedOrigin extends CallOrigin {
  readonly #carried = new AsyncLocalStorage<Origin>();

  during<R>(origin: Origin, work: () => R): R {
    return this.#carried.run(origin, work);
  }

  get current(): Origin | undefined {
    return this.#carried.getStore();
  }
}
