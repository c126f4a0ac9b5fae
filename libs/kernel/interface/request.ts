import type { FastifyRequest } from 'fastify';
import type { Caller } from '../application/caller.js';

/** A request with what the hooks add for the controllers. */
export interface CalledRequest extends FastifyRequest {
  caller?: Caller;
  /** The `Idempotency-Key` that this request claimed. */
  idempotencyKey?: string;
  /** The state of the record that the response shows, where its view has one. */
  shownState?: string | undefined;
  /** The bytes of the body, on routes that verify a signature. */
  sent?: Buffer;
}
