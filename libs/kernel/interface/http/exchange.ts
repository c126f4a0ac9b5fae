import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpAnswer, HttpExchange } from '../../application/http-exchange.js';
import { Forbidden } from '../../domain/errors.js';
import { headersAsSent, sentBytes } from '../bodies/raw.js';

/** Headers that say who sends, which is settled before, and those of the connection. */
const LEFT_OUT = new Set(['authorization', 'cookie', 'host', 'content-length', 'transfer-encoding', 'connection']);
const FOREIGN = 'A request of a page must come from a page of this address';

/** What a handler is to answer that writes headers and status itself. */
export function exchangeOf(request: FastifyRequest, url: string): HttpExchange {
  const { method, body } = request;
  const headers = headersAsSent(request).filter(([name]) => !LEFT_OUT.has(name));
  const sent = body instanceof Uint8Array ? sentBytes(request) : (body as object | undefined);
  return { method, url, headers, body: sent };
}

/** Answers for this request alone. Returns the body. */
export function sendAnswer(reply: FastifyReply, { status, headers, body }: HttpAnswer): string {
  void reply.status(status).headers(Object.fromEntries(headers)).header('cache-control', 'no-store');
  return body;
}

/**
 * Refuses requests that pages of other origins cause. The header `Host` counts for nothing: a page whose own name is
 * made to lead here (DNS rebinding) has it sent along.
 */
export function requireOwnOrigin({ headers }: FastifyRequest, own: string): void {
  const { origin } = headers;
  if (origin === undefined || (URL.canParse(origin) && new URL(origin).host === new URL(own).host)) return;
  throw new Forbidden(FOREIGN);
}
