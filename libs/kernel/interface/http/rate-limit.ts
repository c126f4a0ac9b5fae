import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { sendError } from '../error.filter.js';
import { credentialOf } from './credential.js';

const WINDOW_SECONDS = 60;
/** Where requests are counted: the API, and single sign-on, where each costs a look-up, a record or a signature. */
const COUNTED = /^\/(v1|saml|signin\/sso)/;
/** What a renderer asks for its visitors, all of whom are counted as one. */
const FOR_VISITORS = /^\/v1\/(?:urls\/published|orgs\/[^/?]+\/sites\/[^/?]+\/insights\/events)(?:$|\?)/;
/** Three parts: a content token, which all visitors of a site may have in common. */
const CONTENT_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** How many times as much is let through for visitors. */
const VISITORS = 20;

/**
 * So many requests a minute for each token or session (for each address without one), counted in this process; more for
 * the visitors of a site, who come through one renderer.
 */
export class RateLimit {
  readonly #callers: RateLimiterMemory;
  readonly #visitors: RateLimiterMemory;

  constructor(perMinute: number) {
    this.#callers = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
    this.#visitors = new RateLimiterMemory({ points: perMinute * VISITORS, duration: WINDOW_SECONDS });
  }

  async consume(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!COUNTED.test(request.url)) return;
    const secret = credentialOf(request)?.secret;
    const key = secret === undefined ? request.ip : createHash('sha256').update(secret).digest('base64');
    const ofVisitors = FOR_VISITORS.test(request.url) || CONTENT_TOKEN.test(secret ?? '');
    const limiter = ofVisitors ? this.#visitors : this.#callers;
    try {
      tell(reply, limiter.points, await limiter.consume(key));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      tell(reply, limiter.points, refused);
      reply.header('retry-after', Math.ceil(refused.msBeforeNext / 1000));
      sendError(reply, 429, `More than ${limiter.points} requests in a minute: wait before the next`);
    }
  }
}

function tell(reply: FastifyReply, limit: number, state: RateLimiterRes): void {
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', state.remainingPoints);
  reply.header('x-ratelimit-reset', Math.ceil((Date.now() + state.msBeforeNext) / 1000));
}
