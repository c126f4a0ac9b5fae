import type { FastifyReply, FastifyRequest } from 'fastify';
import { keptPage, sentOnce } from '#kernel/interface/pages/kept-page';
import type { KeptText, ReaderAnswer } from '../application/reader.queries.js';
import type { ServedFile } from '../application/site-files.queries.js';

/** Everything from this server, nothing inline; scripts write no HTML. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const FOR_EVER = 'public, max-age=31536000, immutable';

/** Answers with what was found; the body of the response. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Exclude<ReaderAnswer, { kind: 'nothing' }>,
): Promise<string | Buffer> {
  if (answer.kind === 'redirect') return redirectTo(reply, answer.location, answer.permanent ? 308 : 307);
  void reply.status(answer.status);
  return sendText(request, reply, answer.kept);
}

/** A page or another text of a site. Browsers ask each time whether it is still the same. */
export async function sendText(request: FastifyRequest, reply: FastifyReply, kept: KeptText): Promise<string | Buffer> {
  setPageHeaders(reply, kept);
  return kept.etag === '' ? sentOnce(request, reply, kept.text) : await keptPage(request, reply, kept);
}

/** Answers with a page that is kept, before anything of the framework. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, kept: KeptText): void {
  setPageHeaders(reply, kept);
  const body = keptPage(request, reply, kept);
  if (typeof body === 'string' || Buffer.isBuffer(body)) void reply.send(body);
  else
    body.then(
      (bytes) => reply.send(bytes),
      (error: unknown) => reply.send(error),
    );
}

function setPageHeaders(reply: FastifyReply, { type, shared, hidden }: Omit<KeptText, 'text' | 'etag'>): void {
  void reply.headers({
    'content-type': type,
    'content-security-policy': POLICY,
    'referrer-policy': 'strict-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cache-control': shared ? 'public, no-cache' : 'private, no-cache',
    vary: 'accept, accept-encoding, cookie',
    ...(hidden ? { 'x-robots-tag': 'noindex' } : {}),
  });
}

/** A page that is drawn for one request, compressed. */
export const sendDrawn = (reply: FastifyReply, text: string): Promise<string | Buffer> =>
  sentOnce(reply.request, reply, sendPage(reply, text));

/** A page that is drawn for one request. */
export function sendPage(reply: FastifyReply, text: string): string {
  setPageHeaders(reply, { type: 'text/html; charset=utf-8', shared: false, hidden: true });
  return text;
}

export function sendJson(reply: FastifyReply, answer: object): string {
  void reply.headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'accept, accept-encoding, cookie',
  });
  return JSON.stringify(answer);
}

/** A file of the look, or a script. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
): Promise<string | Buffer> {
  const { type, immutable } = file;
  void reply.headers({
    'content-type': type,
    'cache-control': immutable ? FOR_EVER : 'public, no-cache',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    vary: 'accept-encoding',
  });
  return keptPage(request, reply, file);
}

export function redirectTo(reply: FastifyReply, location: string, status: 303 | 307 | 308): string {
  void reply.status(status).headers({ location, 'cache-control': 'private, no-cache' });
  return '';
}
