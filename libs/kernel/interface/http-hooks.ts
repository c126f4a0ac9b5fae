import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction, RouteOptions } from 'fastify';
import type { Caller } from '../application/caller.js';
import type { CallOrigin } from '../application/call-origin.js';
import type { Callers } from '../application/callers.js';
import type { IdempotentRequests } from '../application/idempotent-requests.js';
import { JsonText, NotModified } from '../application/json-text.js';
import type { ToldTags } from '../application/told-tags.js';
import { Invalid, Unauthenticated } from '../domain/errors.js';
import { sendError } from './error.filter.js';
import { matches } from '../application/entity-tag.js';
import type { RateLimit } from './rate-limit.js';
import type { CalledRequest, RouteFlags } from './request.js';

export interface HookOptions {
  callers: Callers;
  requests: IdempotentRequests;
  tags: ToldTags;
  origin: CallOrigin;
  rateLimit: RateLimit | undefined;
}

const NO_TOKEN = 'This operation needs a bearer token';
const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,4096})$/i;
const API = '/v1';
/** Records may be kept by the caller alone, who asks each time whether they still hold. */
const CACHE_CONTROL = 'private, no-cache';
const REPLAYED_HEADERS = ['content-type', 'location', 'etag'] as const;

/** What happens around every request: its id, the limit on its caller's rate, who is calling, and idempotency. */
export function installHooks(server: FastifyInstance, options: HookOptions): void {
  server.decorateRequest('caller', undefined);
  server.decorateRequest('idempotencyKey', undefined);
  let ending = false;
  server.addHook('preClose', (done) => {
    ending = true;
    done();
  });
  server.addHook('onRequest', (request, reply, done) => {
    identify(request, reply);
    if (ending) sendError(reply.header('connection', 'close'), 503, 'The server is ending: try again later');
    else done(request.url.includes('%00') ? new Invalid('The address contains the NUL character') : undefined);
  });
  const { rateLimit } = options;
  if (rateLimit) server.addHook('onRequest', (request, reply) => rateLimit.consume(request, reply));
  server.addHook('onRequest', (request, _reply, done) => authenticate(request, options.callers, done));
  server.addHook('onRequest', (request, reply, done) => answerTold(request, reply, options.tags, done));
  server.addHook('preHandler', (request, _reply, done) => carryOrigin(request, options.origin, done));
  server.addHook('preSerialization', (request, reply, payload, done) => {
    if (payload instanceof JsonText) sendText(request, reply, payload, done);
    else if (payload instanceof NotModified) sendNothing(request, reply, payload, done);
    else done(null, payload);
  });
  server.addHook('onRoute', (route) => {
    if (route.method === 'GET') route.onSend = tag;
    if (route.method === 'POST') rememberAnswers(route, options.requests);
  });
}

/** Lets a route answer a repeated request with an Idempotency-Key as it answered the first. */
function rememberAnswers(route: RouteOptions, requests: IdempotentRequests): void {
  route.preHandler = (request: CalledRequest, reply, done) => {
    claimKey(request, reply, requests, done);
  };
  route.onSend = (request: CalledRequest, reply, payload, done) => {
    if (request.idempotencyKey === undefined) return done(null, payload);
    keepAnswer(request, reply, payload, requests).then((kept) => done(null, kept), done);
  };
}

function identify(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
}

/** Waits for nothing where the caller is known, as nearly always: every promise costs a request some time. */
function authenticate(request: CalledRequest, callers: Callers, done: HookHandlerDoneFunction): void {
  if (!request.url.startsWith(API)) return done();
  const header = request.headers.authorization;
  if (header === undefined) return done(mayBeUnknown(request) ? undefined : new Unauthenticated(NO_TOKEN));
  const token = BEARER.exec(header)?.[1];
  const accept = (caller: Caller | undefined): void => {
    if (caller) request.caller = caller;
    done(caller || mayBeUnknown(request) ? undefined : new Unauthenticated('The bearer token is not valid'));
  };
  const known = token === undefined ? undefined : callers.known(token);
  if (known || token === undefined) accept(known);
  else callers.byToken(token).then(accept, done);
}

/** Whether the answer is the same for everybody. */
function mayBeUnknown(request: CalledRequest): boolean {
  return (request.routeOptions.config as RouteFlags).public === true || request.is404;
}

/** What changes something is to be found again in the audit trail, with where it came from. */
function carryOrigin(request: CalledRequest, origin: CallOrigin, done: HookHandlerDoneFunction): void {
  if (request.method === 'GET') return done();
  origin.during({ address: request.ip, requestId: request.id, source: 'api' }, () => done());
}

/** Answers a conditional read whose tag was told and still holds, before anything is looked up. */
function answerTold(request: CalledRequest, reply: FastifyReply, tags: ToldTags, done: HookHandlerDoneFunction): void {
  const condition = request.headers['if-none-match'];
  if (condition === undefined || request.method !== 'GET' || !request.caller) return done();
  const etag = tags.known(request.caller, request.url);
  if (etag === undefined || !matches(condition, etag)) return done();
  reply.code(304).header('etag', etag).header('cache-control', CACHE_CONTROL).send();
}

type Sent = (error: null, payload: string) => void;

const asItIs = (text: unknown): string => text as string;

/** The text came from the database as it is to be sent. */
function sendText(request: CalledRequest, reply: FastifyReply, { text, etag, note }: JsonText, done: Sent): void {
  if (etag !== undefined) {
    reply.header('etag', etag);
    if (request.caller) note?.(request.caller, request.url, etag);
  }
  reply.serializer(asItIs);
  done(null, text);
}

function sendNothing(request: CalledRequest, reply: FastifyReply, { etag, note }: NotModified, done: Sent): void {
  reply.code(304).header('etag', etag).header('cache-control', CACHE_CONTROL).removeHeader('content-type');
  if (request.caller) note?.(request.caller, request.url, etag);
  reply.serializer(asItIs);
  done(null, '');
}

/** Gives every record that is read an entity tag, and answers 304 where the caller has that version already. */
function tag(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload);
  let etag = reply.getHeader('etag') as string | undefined;
  if (etag === undefined) {
    etag = `"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('etag', etag);
  }
  reply.header('cache-control', CACHE_CONTROL);
  if (!matches(request.headers['if-none-match'], etag)) return done(null, payload);
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  done(null, '');
}

function claimKey(
  request: CalledRequest,
  reply: FastifyReply,
  requests: IdempotentRequests,
  done: HookHandlerDoneFunction,
): void {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !request.caller || isUpload(request)) return done();
  if (typeof key !== 'string' || key.length === 0 || key.length > 255) {
    return done(new Invalid('Idempotency-Key takes 1 to 255 characters'));
  }
  const caller = request.caller.userId;
  void requests.claim(caller, key, fingerprint(request)).then((claim) => {
    switch (claim.kind) {
      case 'run':
        request.idempotencyKey = key;
        return requests.during(caller, key, () => done());
      case 'replay':
        void reply
          .status(claim.answer.status)
          .headers({ ...claim.answer.headers, 'idempotency-replayed': 'true' })
          .send(claim.answer.body);
        return;
      case 'mismatch':
        return sendError(reply, 409, 'This Idempotency-Key was used with another request');
      case 'lost':
        return sendError(
          reply,
          409,
          'The first request with this Idempotency-Key took effect, but its answer was lost',
        );
      case 'busy':
        return sendError(reply, 409, 'The first request with this Idempotency-Key is still running');
    }
  }, done);
}

/** What is uploaded is not known before it is read, so a key can't stand for it; importing twice is importing once. */
function isUpload(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('multipart/') === true;
}

/** What makes two requests the same: where they go and what they carry. */
function fingerprint(request: FastifyRequest): string {
  const body = request.body === undefined ? '' : JSON.stringify(request.body);
  return createHash('sha256').update(`${request.method} ${request.url}\n${body}`).digest('hex');
}

async function keepAnswer(
  request: CalledRequest,
  reply: FastifyReply,
  payload: unknown,
  requests: IdempotentRequests,
): Promise<unknown> {
  const key = request.idempotencyKey;
  if (key === undefined || !request.caller) return payload;
  const caller = request.caller.userId;
  if (reply.statusCode >= 500 || (payload !== null && payload !== undefined && typeof payload !== 'string')) {
    await requests.release(caller, key);
    return payload;
  }
  const headers: Record<string, string> = {};
  for (const name of REPLAYED_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  await requests.finish(caller, key, { status: reply.statusCode, headers, body: payload ?? '' });
  return payload;
}
