import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../application/caller.js';
import type { Conditions } from '../../application/entity-tag.js';
import type { Quota, Quotas, Taken } from '../../domain/quotas.js';
import { sendError } from '../error.filter.js';
import type { RouteFlags } from '../route-flags.js';

const WINDOW_MS = 60_000;
/**
 * Routes without a rate limit, as declared: health checks, files of the server itself, and what is cheap to refuse
 * before a valid signature.
 */
const FREE = /^\/(?:health|files|pdfs|docs|pages)(?:\/|$)|^\/openapi\.(?:json|yaml)$/;
/** The factor for visitors of sites, who come through few renderers, or many from one network. */
const VISITORS = 20;

interface Count {
  quota: Quota;
  key: string;
}

/**
 * A limit of requests per minute: for each user, over all their tokens and sessions; for each address while the caller
 * is not authenticated; and a higher one for visitors of a site. Decided by the matched route, never by how its address
 * was written.
 */
export class RateLimit {
  readonly #callers: Quota;
  readonly #visitors: Quota;

  constructor(
    private readonly quotas: Quotas,
    private readonly conditions: Conditions,
    perMinute: number,
  ) {
    this.#callers = quotas.of('requests', perMinute, WINDOW_MS);
    this.#visitors = quotas.of('visits', perMinute * VISITORS, WINDOW_MS);
  }

  /** Whether the request may go on; otherwise sends the response. `caller` is the authenticated caller. */
  admits(request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined): boolean {
    if (this.#isFree(request)) return true;
    const { quota, key } = this.#countOf(request, caller);
    return grant(reply, quota.take(key));
  }

  /** The same for a request that was admitted as anonymous and authenticated meanwhile. */
  admitsVerified(request: FastifyRequest, reply: FastifyReply, caller: Caller): boolean {
    if (this.#isFree(request)) return true;
    const [stranger, verified] = [this.#countOf(request, undefined), this.#countOf(request, caller)];
    if (!grant(reply, verified.quota.take(verified.key))) return false;
    stranger.quota.refund(stranger.key);
    return true;
  }

  /** A record that is read for a precondition is part of the request with the precondition. */
  #isFree({ routeOptions: { url } }: FastifyRequest): boolean {
    return (url !== undefined && FREE.test(url)) || this.conditions.reading;
  }

  #countOf(request: FastifyRequest, caller: Caller | undefined): Count {
    const { visits } = request.routeOptions.config as RouteFlags;
    if (caller?.visitor) {
      return { quota: this.#visitors, key: `${caller.visitor.siteId} ${this.quotas.networkOf(request.ip)}` };
    }
    const key = caller ? `user ${caller.userId}` : this.quotas.networkOf(request.ip);
    return { quota: visits === true ? this.#visitors : this.#callers, key };
  }
}

function grant(reply: FastifyReply, { granted, limit, left, resetsAt, resetsInMs }: Taken): boolean {
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', left);
  reply.header('x-ratelimit-reset', Math.ceil(resetsAt / 1000));
  if (granted) return true;
  reply.header('retry-after', Math.ceil(resetsInMs / 1000));
  sendError(reply, 429, `More than ${limit} requests in a minute: wait before the next`);
  return false;
}
