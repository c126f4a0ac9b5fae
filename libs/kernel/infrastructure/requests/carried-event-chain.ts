import { EventChain } from '../../application/event-chain.js';
import { Carried } from './carried.js';

/** The member of a job's payload with the length of the chain that led to the job. */
const MEMBER = 'eventChain';

/** Kept in the asynchronous context, and in the payloads of jobs. */
export class CarriedEventChain extends EventChain {
  readonly #carried = new Carried<number>();

  during<R>(length: number, work: () => Promise<R>): Promise<R> {
    return this.#carried.during(length, work);
  }

  get length(): number {
    return this.#carried.current ?? 0;
  }

  /** The payload (a JSON object) of a job with the length of the current chain. */
  marked(payload: string): string {
    const { length } = this;
    if (length === 0) return payload;
    return `{"${MEMBER}":${length}${payload === '{}' ? '' : ','}${payload.slice(1)}`;
  }

  /** Runs a job in the chain that its payload is marked with. */
  follow<R>(payload: unknown, work: () => Promise<R>): Promise<R> {
    const length = (payload as { [MEMBER]?: number } | null)?.[MEMBER] ?? 0;
    return length === 0 ? work() : this.during(length, work);
  }
}
