import { createHash, hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyReply, HookHandlerDoneFunction } from 'fastify';
import { matches, stateShownIn } from '../../application/entity-tag.js';
import { JsonPieces, JsonText, NotModified } from '../../application/json-text.js';
import type { EntityTagCache } from '../../application/entity-tag-cache.js';
import type { CalledRequest } from '../request.js';
import type { ConditionalWrites } from './conditional-writes.js';
import { bytesFor, compressedFor, variesByEncoding } from './compressed-answers.js';
import { streamOf } from './piecewise-answers.js';

/** Only the caller may cache records, and revalidates them each time. */
const CACHE_CONTROL = 'private, no-cache';

/** Responds to a conditional read whose tag is cached, before anything is read. */
export function answerNotModified(
  request: CalledRequest,
  reply: FastifyReply,
  tags: EntityTagCache,
  done: HookHandlerDoneFunction,
): void {
  const condition = request.headers['if-none-match'];
  if (condition === undefined || request.method !== 'GET' || !request.caller) return done();
  const etag = tags.known(request.caller, request.url);
  if (etag === undefined || !matches(condition, etag)) return done();
  reply.code(304).header('etag', etag).header('cache-control', CACHE_CONTROL).send();
}

/** Sends a reader's text or "not modified" as it is; other results take the usual way. */
export function sendAsIs(
  request: CalledRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (payload instanceof JsonText) sendText(request, reply, payload, done);
  else if (payload instanceof JsonPieces) sendPieces(request, reply, payload, done);
  else if (payload instanceof NotModified) sendNothing(request, reply, payload, done);
  else {
    request.shownState = stateShownIn(payload);
    done(null, payload);
  }
}

type Sent = (error: null, payload: string | Buffer | Readable) => void;

const asItIs = (payload: unknown): string => payload as string;

/** The text came from the database as it is to be sent. */
function sendText(request: CalledRequest, reply: FastifyReply, answer: JsonText, done: Sent): void {
  const { text, etag, note, kept } = answer;
  if (etag !== undefined) {
    reply.header('etag', etag);
    if (request.caller) note?.(request.caller, request.url, etag);
  }
  reply.serializer(asItIs);
  if (kept && etag !== undefined) sendKept(request, reply, { text, etag, kept }, done);
  else done(null, text);
}

/** Pieces with so many bytes together are sent as one. */
const SHORT_BYTES = 1_000_000;

/** The reader has compared the entity tag. */
function sendPieces(request: CalledRequest, reply: FastifyReply, answer: JsonPieces, done: Sent): void {
  const { pieces, length, etag, note, kept } = answer;
  if (request.caller) note?.(request.caller, request.url, etag);
  reply.headers({ etag, 'cache-control': CACHE_CONTROL }).serializer(asItIs);
  if (kept) variesByEncoding(reply);
  const bytes = kept && compressedFor(request, kept, { pieces, length });
  if (bytes) {
    reply.headers({ etag: `W/${etag}`, 'content-encoding': 'gzip' });
    return done(null, bytes);
  }
  if (length !== undefined && length <= SHORT_BYTES) return done(null, Buffer.concat([...pieces], length));
  if (length !== undefined) reply.header('content-length', length);
  done(null, streamOf(request.method === 'HEAD' ? [] : pieces));
}

/** The entity tag of compressed bytes is weak: it identifies the representation, not these bytes. */
function sendKept(
  request: CalledRequest,
  reply: FastifyReply,
  { text, etag, kept }: { text: string; etag: string; kept: object },
  done: Sent,
): void {
  variesByEncoding(reply);
  if (matches(request.headers['if-none-match'], etag)) return done(null, text);
  reply.header('cache-control', CACHE_CONTROL);
  const bytes = compressedFor(request, kept, text);
  if (bytes) reply.headers({ etag: `W/${etag}`, 'content-encoding': 'gzip' });
  done(null, bytes ?? bytesFor(kept, text));
}

function sendNothing(request: CalledRequest, reply: FastifyReply, { etag, note }: NotModified, done: Sent): void {
  reply.code(304).header('etag', etag).header('cache-control', CACHE_CONTROL).removeHeader('content-type');
  if (request.caller) note?.(request.caller, request.url, etag);
  reply.serializer(asItIs);
  done(null, '');
}

type OnSend = (
  request: CalledRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
) => void;

/** Adds an entity tag to every read, and responds with 304 where the caller has that version. */
export function tagging(conditional: ConditionalWrites): OnSend {
  return (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload);
    let etag = reply.getHeader('etag') as string | undefined;
    if (etag === undefined) {
      etag = tagOf(payload, request.shownState, conditional.changes(request));
      reply.header('etag', etag);
    }
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', CACHE_CONTROL);
    if (!matches(request.headers['if-none-match'], etag)) return done(null, payload);
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, '');
  };
}

function tagOf(payload: string, state: string | undefined, isChanged: boolean): string {
  return isChanged ? recordTag(payload, state) : `"${createHash('sha1').update(payload).digest('base64url')}"`;
}

/** Adds the entity tag of the record to the response of a write that shows it, as a read would have it. */
export function taggingWrites(conditional: ConditionalWrites): OnSend {
  return (request, reply, payload, done) => {
    const { statusCode } = reply;
    if (typeof payload === 'string' && !reply.hasHeader('etag') && !reply.hasHeader('idempotency-replayed')) {
      const location = reply.getHeader('location');
      const route = conditional.answeredRecord(request, { statusCode, location });
      if (route !== undefined) reply.header('etag', tagOf(payload, request.shownState, conditional.isChanged(route)));
    }
    done(null, payload);
  };
}

/** Parts of a response that embed other records or that change by reading: no reason to refuse a write. */
const EMBEDDED: ReadonlySet<string> = new Set(['permissions', 'urls', 'lastSeenAt', 'lastUsedAt']);

/**
 * The entity tag of a record as a response shows it: of its `state`, when the reader sets one, else of all its own
 * members; then of the whole text. Top-level numbers are counts, which depend on the counted records.
 */
export function recordTag(text: string, state: string | undefined): string {
  const whole = hash('sha1', text, 'base64url');
  return `"${state ?? digestOfOwn(text)}.${whole}"`;
}

function digestOfOwn(text: string): string {
  const record = JSON.parse(text) as Record<string, unknown>;
  const own = Object.entries(record).filter(([name, value]) => !EMBEDDED.has(name) && typeof value !== 'number');
  return hash('sha1', JSON.stringify(own), 'base64url');
}
