import { hash } from 'node:crypto';
import type { FastifyReply, HookHandlerDoneFunction } from 'fastify';
import { JsonText } from '../../application/json-text.js';
import { Invalid } from '../../domain/errors.js';
import type { CalledRequest } from '../request.js';
import type { RouteFlags } from '../route-flags.js';

/** Characters of a token that identify its list. */
const LIST_LENGTH = 12;
/** The first characters of a list's text that has a next page. */
const NEXT = '{"next":{"page":"';
/** The parameters that choose a page of a list. */
const PAGING = new Set(['page', 'limit']);
const REFUSAL = 'page is not a token of this list: send the one of the page before, and all else as it was';

type Query = Record<string, unknown>;

/**
 * Removes the identifier of the list from the token of a page. A token of another list, with other filters or in
 * another order, or of another caller is refused: its position has no meaning there.
 */
export function openListToken(request: CalledRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const query = request.query as Query;
  const { page } = query;
  // Reading the route costs more than the other conditions, so it comes last.
  if (typeof page !== 'string' || page === '' || !isList(request)) return done();
  if (page.slice(0, LIST_LENGTH) !== nameOf(request)) return done(new Invalid(REFUSAL));
  query['page'] = page.slice(LIST_LENGTH);
  done();
}

/** Adds the identifier of the list to the token of the next page. */
export function sealListToken(
  request: CalledRequest,
  _reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): void {
  if (payload instanceof JsonText)
    done(null, payload.text.startsWith(NEXT) && isList(request) ? sealed(request, payload) : payload);
  else {
    const next = (payload as { next?: { page: string } } | null)?.next;
    done(
      null,
      next && isList(request) ? { ...(payload as object), next: { page: nameOf(request) + next.page } } : payload,
    );
  }
}

interface Sealed {
  name: string;
  text: string;
  kept: object;
}

/** By the object that identifies a list's text: the same with the identifier of the list for which it was sent last. */
const lastSealed = new WeakMap<object, Sealed>();

function sealed(request: CalledRequest, { text, etag, note, kept }: JsonText): JsonText {
  const name = nameOf(request);
  if (!kept) return new JsonText(withName(name, text), etag, note);
  let last = lastSealed.get(kept);
  if (last?.name !== name) lastSealed.set(kept, (last = { name, text: withName(name, text), kept: {} }));
  return new JsonText(last.text, etag, note, last.kept);
}

function withName(name: string, text: string): string {
  return `${NEXT}${name}${text.slice(NEXT.length)}`;
}

function isList({ routeOptions }: CalledRequest): boolean {
  return (routeOptions.config as RouteFlags).list === true;
}

/** A digest of what identifies a list: the address, its parameters, the body and the caller. */
function nameOf({ url, query, body, caller }: CalledRequest): string {
  const asked = Object.entries(query as Query)
    .filter(([name]) => !PAGING.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  // The address as sent: its parts can be written in several ways, and are normalized later.
  const list = [url.split('?')[0], asked, body ?? null, caller?.userId ?? ''];
  return hash('sha256', JSON.stringify(list), 'base64url').slice(0, LIST_LENGTH);
}
