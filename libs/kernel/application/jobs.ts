import type { Json } from '../domain/canonical-json.js';

export interface JobOptions {
  /** Jobs of one queue run one after the other. */
  queue?: string;
  /** Jobs with a lower number run first; 0 by default. */
  priority?: number;
  /** A waiting job with the same key is replaced by this one. */
  key?: string;
  /** With a key and no `runAt`: runs in half a second; one that waits under the key is left as it is. */
  debounced?: boolean;
  runAt?: Date;
  /** Attempts before the job is parked; 10 by default. */
  maxAttempts?: number;
}

/** Durable background work, enqueued in the transaction of the change that causes it. */
export abstract class Jobs {
  abstract enqueue(name: string, payload: { [key: string]: Json }, options?: JobOptions): Promise<void>;
}

/** Runs the jobs of a name. A job is retried with back-off when `run` throws, so it must be idempotent. */
export interface JobHandler<P = unknown> {
  /** When it runs by itself, as five cron fields in UTC, where a setting decides that. */
  readonly schedule?: string | undefined;
  /**
   * `signal` aborts when the process is asked to end. A job that may take longer than a second then throws its reason at
   * the next step, and notes no failure: the job stays in the queue with all its attempts. After two seconds its
   * connections are ended, which rolls back what it has not committed.
   */
  run(payload: P, signal: AbortSignal): Promise<void>;
  /** The process ended twice during the job, and it was parked: lets the handler record the failure. */
  parked?(payload: P): Promise<void>;
}
