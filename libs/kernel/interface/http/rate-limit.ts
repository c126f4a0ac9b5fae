import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { sendError } from '../error.filter.js';
import { credentialOf } from './credential.js';

const WINDOW_SECONDS = 60;
/** Where requests are counted: the API, and single sign-on, where each costs a look-up, a record or a signature. */
const COUNTED = /^\/(v1|saml|signin\/sso)/;

/** So many requests a minute for each token or session (for each address without one), counted in this process. */
export class RateLimit {
  readonly #limiter: RateLimiterMemory;

  constructor(private readonly perMinute: number) {
    this.#limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
  }

  async consume(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!COUNTED.test(request.url)) return;
    const secret = credentialOf(request)?.secret;
    const key = secret === undefined ? request.ip : createHash('sha256').update(secret).digest('base64');
    try {
      this.#tell(reply, await this.#limiter.consume(key));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      this.#tell(reply, refused);
      reply.header('retry-after', Math.ceil(refused.msBeforeNext / 1000));
      sendError(reply, 429, `More than ${this.perMinute} requests in a minute: wait before the next`);
    }
  }

  #tell(reply: FastifyReply, state: RateLimiterRes): void {
    reply.header('x-ratelimit-limit', this.perMinute);
    reply.header('x-ratelimit-remaining', state.remainingPoints);
    reply.header('x-ratelimit-reset', Math.ceil((Date.now() + state.msBeforeNext) / 1000));
  }
}
