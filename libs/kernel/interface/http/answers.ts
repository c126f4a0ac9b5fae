import { createHash, hash } from 'node:crypto';
import type { FastifyReply, HookHandlerDoneFunction } from 'fastify';
import { matches, stateShownIn } from '../../application/entity-tag.js';
import { JsonText, NotModified } from '../../application/json-text.js';
import type { EntityTagCache } from '../../application/entity-tag-cache.js';
import type { CalledRequest } from '../request.js';
import type { ConditionalWrites } from './conditional-writes.js';
import { packedFor, variesByEncoding } from './packed-answers.js';

/** Records may be kept by the caller alone, who asks each time whether they still hold. */
const CACHE_CONTROL = 'private, no-cache';

/** Answers a conditional read whose tag was told and still holds, before anything is looked up. */
export function answerTold(
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

/** Passes on what a reader answered as text or as "not modified"; everything else goes its usual way. */
export function answerAsIs(
  request: CalledRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (payload instanceof JsonText) sendText(request, reply, payload, done);
  else if (payload instanceof NotModified) sendNothing(request, reply, payload, done);
  else {
    request.shownState = stateShownIn(payload);
    done(null, payload);
  }
}

type Sent = (error: null, payload: string | Buffer) => void;

const asItIs = (payload: unknown): string => payload as string;

/** The text came from the database as it is to be sent. */
function sendText(request: CalledRequest, reply: FastifyReply, answer: JsonText, done: Sent): void {
  const { text, etag, note, kept } = answer;
  if (etag !== undefined) {
    reply.header('etag', etag);
    if (request.caller) note?.(request.caller, request.url, etag);
  }
  reply.serializer(asItIs);
  if (kept && etag !== undefined) sendPacked(request, reply, { text, etag, kept }, done);
  else done(null, text);
}

/** The entity tag of compressed bytes is a weak one: it names the answer, not these bytes. */
function sendPacked(
  request: CalledRequest,
  reply: FastifyReply,
  { text, etag, kept }: { text: string; etag: string; kept: object },
  done: Sent,
): void {
  variesByEncoding(reply);
  const bytes = matches(request.headers['if-none-match'], etag) ? undefined : packedFor(request, kept, text);
  if (bytes) reply.headers({ etag: `W/${etag}`, 'content-encoding': 'gzip', 'cache-control': CACHE_CONTROL });
  done(null, bytes ?? text);
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

/** Gives every answer that is read an entity tag, and answers 304 where the caller has that version already. */
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

/** Gives the answer of a write that shows what it changed or made the entity tag under which that is read now. */
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

/** What a record's answer embeds of others, and what changes by being looked at: no reason to refuse a write. */
const EMBEDDED: ReadonlySet<string> = new Set(['permissions', 'urls', 'lastSeenAt', 'lastUsedAt']);

/**
 * The entity tag of a record as it is answered: of its `state`, when the reader tells one, else of all that it says of
 * itself; then of the whole text. Counts are numbers that stand by themselves, and belong to what is counted.
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
