/**
 * How many events caused one another before the current work, by scripts that changed what they heard of. Stored with
 * the jobs that the work enqueues, so that a chain is known across contexts and processes.
 */
export abstract class EventChain {
  /** Makes `length` current until the work has ended. */
  abstract during<R>(length: number, work: () => Promise<R>): Promise<R>;
  /** 0 in work that no script caused. */
  abstract readonly length: number;
}
