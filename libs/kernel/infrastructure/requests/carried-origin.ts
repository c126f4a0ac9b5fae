import { CallOrigin, type Origin } from '../../application/call-origin.js';
import { Carried } from './carried.js';

/** Kept in the asynchronous context. */
export class CarriedOrigin extends CallOrigin {
  readonly #carried = new Carried<Origin>();

  during<R>(origin: Origin, work: () => Promise<R>): Promise<R> {
    return this.#carried.during(origin, work);
  }

  get current(): Origin | undefined {
    return this.#carried.current;
  }
}
