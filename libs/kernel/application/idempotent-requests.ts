/** The answer to a request, kept so that the same request sent again gets it again. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type Claim =
  /** The request is ours to run. */
  | { kind: 'run' }
  /** It ran before: this was the answer. */
  | { kind: 'replay'; answer: StoredAnswer }
  /** The key was used with another request. */
  | { kind: 'mismatch' }
  /** It took effect, but the process died before its answer was kept. */
  | { kind: 'lost' }
  /** The first one is still running. */
  | { kind: 'busy' };

/** Requests that carry an `Idempotency-Key`, for 24 hours. */
export abstract class IdempotentRequests {
  /** Claims a key for a request, waiting while another process runs the same request. */
  abstract claim(caller: string, key: string, requestHash: string): Promise<Claim>;
  /** Runs the rest of the request so that its first transaction marks the key as having taken effect. */
  abstract during<R>(caller: string, key: string, work: () => R): R;
  abstract finish(caller: string, key: string, answer: StoredAnswer): Promise<void>;
  /**
   * The request was refused or failed: the next one with its key may run. Answers whether it may; not where this one took
   * effect all the same.
   */
  abstract release(caller: string, key: string): Promise<boolean>;
}
