import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction, RouteOptions } from 'fastify';
import type { CallOrigin } from '../../application/call-origin.js';
import type { EventChain } from '../../application/event-chain.js';
import type { Conditions } from '../../application/entity-tag.js';
import type { Callers } from '../../application/callers.js';
import type { IdempotentRequests } from '../../application/idempotent-requests.js';
import type { EntityTagCache } from '../../application/entity-tag-cache.js';
import { Invalid } from '../../domain/errors.js';
import { limitsOf } from '../bodies/body-limits.js';
import { bytesOfForm } from '../bodies/forms.js';
import { faultOfPairs } from '../bodies/pairs.js';
import { takeRaw } from '../bodies/raw.js';
import type { CalledRequest } from '../request.js';
import { addPagePolicy } from '../pages/page-policy.js';
import type { RouteFlags } from '../route-flags.js';
import { sendAsIs, answerNotModified, tagging, taggingWrites } from './answers.js';
import { Authentication } from './authentication.js';
import { sendCacheTags } from './cache-tags.js';
import { answerEarly, type EarlyAnswers } from './early-answers.js';
import { ConditionalWrites } from './conditional-writes.js';
import { openListToken, sealListToken } from './list-tokens.js';
import { repeatResponses } from './idempotency.js';
import { KnownMethods } from './known-methods.js';
import { OpenRequests } from './open-requests.js';
import { refuseInvalidIds } from './path-ids.js';
import type { RateLimit } from './rate-limit.js';

export interface HookOptions {
  callers: Callers;
  requests: IdempotentRequests;
  tags: EntityTagCache;
  early: EarlyAnswers;
  origin: CallOrigin;
  chain: EventChain;
  conditions: Conditions;
  rateLimit: RateLimit | undefined;
  /** The URL at which browsers find the server. */
  publicUrl: string;
  /** Most bytes of any JSON body. */
  maxBodyBytes: number;
}

/** The API's documentation, served by a package. */
const DOCUMENTATION = /^\/docs(?:\/|$)/;

/** The hooks around every request: its id, rate limit, authentication and idempotency. */
export function installHooks(server: FastifyInstance, options: HookOptions): void {
  server.decorateRequest('caller', undefined);
  server.decorateRequest('idempotencyKey', undefined);
  server.decorateRequest('shownState', undefined);
  const open = OpenRequests.of(server);
  server.addHook('onRequest', (request, reply, done) => {
    identify(request, reply);
    if (open.accept(reply)) done(faultOfAddress(request.url));
  });
  const authentication = new Authentication(options.callers, options.publicUrl, options.rateLimit);
  const conditional = new ConditionalWrites(server, options.conditions);
  const methods = new KnownMethods(options.rateLimit);
  server.addHook('onRequest', (request, reply, done) => methods.answer(request, reply, done));
  server.addHook('onRequest', (request, reply, done) => authentication.check(request, reply, done));
  server.addHook('onRequest', (request, _reply, done) => refuseInvalidIds(request, done));
  server.addHook('onRequest', sendCacheTags);
  server.addHook('onRequest', (request, reply, done) => answerNotModified(request, reply, options.tags, done));
  server.addHook('onRequest', (request, reply, done) => answerEarly(request, reply, options.early, done));
  server.addHook('preHandler', (request, reply, done) => carryOrigin(request, reply, options, done));
  server.addHook('preHandler', (request, reply, done) => conditional.check(request, reply, done));
  server.addHook('preHandler', openListToken);
  server.addHook('preSerialization', sealListToken);
  server.addHook('preSerialization', sendAsIs);
  server.addHook('onRoute', (route) => {
    const flags = (route.config ?? {}) as RouteFlags;
    route.bodyLimit = bytesOf(flags, options.maxBodyBytes);
    if (flags.raw) route.onRequest = takeRaw;
    methods.note(route);
    conditional.note(route);
    const isDocumentation = DOCUMENTATION.test(route.url);
    const added = [...(isDocumentation ? [addPagePolicy] : []), tagging(conditional)];
    if (route.method === 'GET') route.onSend = added;
    else if (isDocumentation) route.onSend = addPagePolicy;
    // Built from the route of GET as it was before, and the hook that removes the body, which must be last.
    if (route.method === 'HEAD') route.onSend = [...added, route.onSend ?? []].flat() as never;
    // Forms have tokens of their own; nothing of a password may be stored, not even a fingerprint.
    if (isWriting(route.method) && !isForm(route.config)) {
      repeatResponses(route, options.requests);
      route.onSend = [taggingWrites(conditional), route.onSend].flat() as never;
    }
  });
}

/** Most bytes that a route reads. */
function bytesOf({ takes, form, raw }: RouteFlags, serverBytes: number): number {
  if (raw) return raw.bytes;
  return form === undefined ? limitsOf(takes, serverBytes).bytes : bytesOfForm(form);
}

function identify(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
}

/** The router refuses invalid escapes in the path, but not in the query. */
function faultOfAddress(url: string): Invalid | undefined {
  if (url.includes('%00')) return new Invalid('The address contains the NUL character');
  const query = url.indexOf('?');
  const fault = query === -1 ? undefined : faultOfPairs(url.slice(query + 1));
  return fault === undefined ? undefined : new Invalid(`The address ${fault}`);
}

/**
 * Makes the origin of a writing request available to the audit trail, and to what a script causes the chain of events
 * that led to it.
 */
function carryOrigin(
  request: CalledRequest,
  reply: FastifyReply,
  { origin, chain }: Pick<HookOptions, 'origin' | 'chain'>,
  done: HookHandlerDoneFunction,
): void {
  if (request.method === 'GET') return done();
  const { caller, routeOptions } = request;
  const untraced = (routeOptions.config as RouteFlags).untraced === true;
  const depth = caller?.script?.depth ?? 0;
  if (untraced && depth === 0) return done();
  const work = (): Promise<void> =>
    new Promise<void>((ended) => {
      finished(reply.raw, () => ended());
      done();
    });
  const chained = depth === 0 ? work : (): Promise<void> => chain.during(depth, work);
  if (untraced) return void chained();
  const inBrowser = caller?.sessionId !== undefined || isForm(routeOptions.config);
  const source = inBrowser ? 'ui' : 'api';
  const integration = caller?.script && { integration: caller.script.name };
  void origin.during({ address: request.ip, requestId: request.id, source, ...integration }, chained);
}

function isWriting(method: RouteOptions['method']): boolean {
  return typeof method === 'string' && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
}

function isForm(config: object | undefined): boolean {
  return (config as RouteFlags | undefined)?.form !== undefined;
}
