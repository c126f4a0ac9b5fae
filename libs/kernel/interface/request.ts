import type { FastifyRequest } from 'fastify';
import type { Caller } from '../application/caller.js';

/** A request as the hooks hand it to the controllers. */
export interface CalledRequest extends FastifyRequest {
  caller?: Caller;
  /** The `Idempotency-Key` this request claimed. */
  idempotencyKey?: string;
}

/** What a route may say of itself to the hooks. */
export interface RouteFlags {
  /** Answers without a token. */
  public?: boolean;
  /** A page outside of the API that knows the caller by the cookie of a session, if there is one. */
  session?: boolean;
  /** Takes a form as browsers send it, not JSON. */
  form?: boolean;
}
