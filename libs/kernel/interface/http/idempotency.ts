import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction, RouteOptions } from 'fastify';
import { ownerOfKeys, type IdempotentRequests } from '../../application/idempotent-requests.js';
import { Invalid } from '../../domain/errors.js';
import { sendError } from '../error.filter.js';
import type { CalledRequest } from '../request.js';

const REPLAYED_HEADERS = ['content-type', 'location', 'etag'] as const;

/** Makes a route repeat its first response to a request with the same Idempotency-Key. */
export function repeatResponses(route: RouteOptions, requests: IdempotentRequests): void {
  route.preHandler = (request: CalledRequest, reply, done) => {
    claimKey(request, reply, requests, done);
  };
  route.onSend = (request: CalledRequest, reply, payload, done) => {
    if (request.idempotencyKey === undefined) return done(null, payload);
    keepAnswer(request, reply, payload, requests).then((kept) => done(null, kept), done);
  };
}

function claimKey(
  request: CalledRequest,
  reply: FastifyReply,
  requests: IdempotentRequests,
  done: HookHandlerDoneFunction,
): void {
  const key = request.headers['idempotency-key'];
  // Visitors of a site are not distinguished, and the response to one is not for another.
  if (key === undefined || !request.caller || request.caller.visitor || isUpload(request)) return done();
  if (typeof key !== 'string' || key.length === 0 || key.length > 255) {
    return done(new Invalid('Idempotency-Key takes 1 to 255 characters'));
  }
  const caller = ownerOfKeys(request.caller);
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

/**
 * An uploaded file is unknown before it is read, so it can't be a part of the fingerprint; importing twice is importing
 * once.
 */
function isUpload(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('multipart/') === true;
}

/** What identifies a request: its address and its body. */
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
  const caller = ownerOfKeys(request.caller);
  const hasText = payload === null || payload === undefined || typeof payload === 'string';
  // A refused request did nothing: its key can be used again, for the same request or a corrected one.
  if ((reply.statusCode >= 400 || !hasText) && (await requests.release(caller, key))) return payload;
  if (reply.statusCode >= 500 || !hasText) return payload;
  const headers: Record<string, string> = {};
  for (const name of REPLAYED_HEADERS) {
    const value = reply.getHeader(name);
    if (value !== undefined) headers[name] = String(value);
  }
  await requests.finish(caller, key, { status: reply.statusCode, headers, body: payload ?? '' });
  return payload;
}
