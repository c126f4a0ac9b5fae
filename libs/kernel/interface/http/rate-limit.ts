import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller } from '../../application/caller.js';
import type { Callers } from '../../application/callers.js';
import { sendError } from '../error.filter.js';
import type { CalledRequest } from '../request.js';
import { credentialOf } from './credential.js';

const WINDOW_SECONDS = 60;
/** Routes whose requests are counted: the API, and single sign-on, where each costs a look-up, a record or a signature. */
const COUNTED = /^\/(?:v1|saml|signin\/sso)(?:\/|$)/;
/** What a renderer asks for its visitors, all of whom are counted as one. */
const FOR_VISITORS = /^\/v1\/(?:urls\/published|orgs\/:[^/]+\/sites\/:[^/]+\/insights\/events)\/?$/;
/** How many times as much is let through for visitors. */
const VISITORS = 20;

/**
 * So many requests a minute for each user, whatever token or session they come with, and for each address where nobody
 * is known; more for the visitors of a site, who come through one renderer. Counted in this process, by the route that
 * was matched. What is not verified counts for its address before it is looked up.
 */
export class RateLimit {
  readonly #callers: RateLimiterMemory;
  readonly #visitors: RateLimiterMemory;
  /** Requests with a credential that is being looked up, which count for their address until it is verified. */
  readonly #unverified = new WeakSet<FastifyRequest>();

  constructor(
    perMinute: number,
    private readonly known: Pick<Callers, 'known'>,
  ) {
    this.#callers = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS });
    this.#visitors = new RateLimiterMemory({ points: perMinute * VISITORS, duration: WINDOW_SECONDS });
  }

  /** Before anybody is looked up. */
  async consume(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const route = request.routeOptions.url;
    if (route !== undefined && !COUNTED.test(route)) return;
    const credential = credentialOf(request);
    const caller = credential && this.known.known(credential.secret);
    if (caller) return this.#take(this.#limiterOf(caller), keyOf(caller, credential.secret), reply);
    if (credential) this.#unverified.add(request);
    const limiter = FOR_VISITORS.test(route ?? '') ? this.#visitors : this.#callers;
    return this.#take(limiter, networkOf(request.ip), reply);
  }

  /** Once the caller is known: what counted for the address counts for them. */
  async verified(request: CalledRequest, reply: FastifyReply): Promise<void> {
    const { caller } = request;
    if (!caller || !this.#unverified.delete(request)) return;
    const limiter = FOR_VISITORS.test(request.routeOptions.url ?? '') ? this.#visitors : this.#callers;
    await limiter.reward(networkOf(request.ip), 1);
    await this.#take(this.#limiterOf(caller), keyOf(caller, credentialOf(request)?.secret ?? ''), reply);
  }

  #limiterOf({ visitor }: Caller): RateLimiterMemory {
    return visitor ? this.#visitors : this.#callers;
  }

  async #take(limiter: RateLimiterMemory, key: string, reply: FastifyReply): Promise<void> {
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

/** All tokens and sessions of a user are one; visitors are told apart by their content token. */
function keyOf({ userId, visitor }: Caller, secret: string): string {
  return visitor ? createHash('sha256').update(secret).digest('base64') : `user ${userId}`;
}

/** An address as it is counted: of IPv6 the first 64 bits, since whoever has one address has all of these. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address.replace(/^::ffff:/i, '');
  const [head = '', tail = ''] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === '' ? [] : tail.split(':');
  const filled = address.includes('::')
    ? [...groups, ...Array<string>(8 - groups.length - rest.length).fill('0'), ...rest]
    : groups;
  return `${filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function tell(reply: FastifyReply, limit: number, state: RateLimiterRes): void {
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', state.remainingPoints);
  reply.header('x-ratelimit-reset', Math.ceil((Date.now() + state.msBeforeNext) / 1000));
}
