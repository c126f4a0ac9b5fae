import type { FastifyRequest } from 'fastify';
import type { Caller } from '../application/caller.js';

/** A request as the hooks hand it to the controllers. */
export interface CalledRequest extends FastifyRequest {
  caller?: Caller;
  /** The `Idempotency-Key` this request claimed. */
  idempotencyKey?: string;
  /** The state of the record that the answer shows, where its view tells one. */
  shownState?: string | undefined;
  /** The bytes of the body, on routes that look at its signature. */
  sent?: Buffer;
}
