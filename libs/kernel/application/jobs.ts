import type { Json } from '../domain/canonical-json.js';

export interface JobOptions {
  /** Jobs of one queue run one after the other. */
  queue?: string;
  /** Of what may run, jobs of a lower number run first; 0 unless told. */
  priority?: number;
  /** A waiting job with the same key is replaced by this one. */
  key?: string;
  runAt?: Date;
  /** Tries before it is given up; 10 unless told. */
  maxAttempts?: number;
}

/** Work that happens after the answer, durable: enqueued in the transaction of the change that causes it. */
export abstract class Jobs {
  abstract enqueue(name: string, payload: { [key: string]: Json }, options?: JobOptions): Promise<void>;
}

/** What runs a job. Tried again with back-off when it throws, so it must bear running twice. */
export interface JobHandler<P = unknown> {
  run(payload: P): Promise<void>;
  /** The job ended the process twice and is parked: what waits for it learns that it failed. */
  parked?(payload: P): Promise<void>;
}
