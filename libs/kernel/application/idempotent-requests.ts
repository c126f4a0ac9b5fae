import type { Caller } from './caller.js';

/** The response to a request, stored in order to repeat it when the same request is sent again. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type Claim =
  /** The request is to be run. */
  | { kind: 'run' }
  /** It ran before, with this response. */
  | { kind: 'replay'; answer: StoredAnswer }
  /** The key was used with another request. */
  | { kind: 'mismatch' }
  /** It took effect, but the process ended before its response was stored. */
  | { kind: 'lost' }
  /** The first request with the key is still running. */
  | { kind: 'busy' };

/** Requests that carry an `Idempotency-Key`, for 24 hours. */
export abstract class IdempotentRequests {
  /** Claims a key for a request; waits while the same request is running. */
  abstract claim(caller: string, key: string, requestHash: string): Promise<Claim>;
  /** Runs the request so that its first transaction marks the key as having taken effect. */
  abstract during<R>(caller: string, key: string, work: () => R): R;
  abstract finish(caller: string, key: string, answer: StoredAnswer): Promise<void>;
  /**
   * Releases the key of a request that was refused or failed, so that it can be sent again. Returns false where it took
   * effect all the same.
   */
  abstract release(caller: string, key: string): Promise<boolean>;
}

/** The owner of the keys: a caller who is confined to an organization does not get the user's other responses. */
export function ownerOfKeys({ userId, confinedTo }: Caller): string {
  return confinedTo === undefined ? userId : `${userId} ${confinedTo}`;
}
