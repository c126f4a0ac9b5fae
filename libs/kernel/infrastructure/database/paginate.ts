import { Invalid } from '../../domain/errors.js';
import { JsonText } from '../../application/json-text.js';
import type { Page, PageRequest } from '../../application/page.js';

/** The position in a list: the sort key of the last item seen, then its id. */
export type Cursor = readonly (string | number | null)[];

/** Decodes the opaque token of a page. Throws for a token that `toPage` did not create. */
export function readCursor(request: PageRequest, length: number): Cursor | undefined {
  if (request.after === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(request.after, 'base64url').toString('utf8'));
    const members = Array.isArray(value) ? (value as unknown[]) : [];
    const scalar = members.every((part) => part === null || typeof part === 'number' || isKey(part));
    if (members.length === length && scalar) return members as Cursor;
  } catch {
    // falls through to the refusal below
  }
  throw new Invalid('page is not a token of this list');
}

function isKey(part: unknown): boolean {
  return typeof part === 'string' && !part.includes('\u0000');
}

/**
 * Builds a page from rows that were read with a limit of one more than requested: the surplus row shows that there is a
 * next page. With a limit of 0 there are no items, and `next` starts where this page would have.
 */
export function toPage<R, T>(
  rows: R[],
  request: PageRequest,
  cursor: (row: R) => Cursor,
  view: (row: R) => T,
): Page<T> {
  const shown = rows.slice(0, request.limit);
  const items = shown.map(view);
  const page: Page<T> = { items, count: items.length };
  if (rows.length <= request.limit) return page;
  const last = shown.at(-1);
  return { next: { page: positionBehind(last === undefined ? undefined : cursor(last), request) }, ...page };
}

/**
 * The same for items whose JSON is already written: `items` is the text of the array, `count` how many it has, `more`
 * whether others follow, `last` the cursor of the last row read, after which they do.
 */
export function toTextPage(
  { items, count, more, last }: { items: string; count: number; more: boolean; last: Cursor | undefined },
  request: PageRequest,
): JsonText {
  const rest = `"items":${items},"count":${count}}`;
  if (!more) return new JsonText(`{${rest}`);
  return new JsonText(`{"next":${JSON.stringify({ page: positionBehind(last, request) })},${rest}`);
}

function positionBehind(last: Cursor | undefined, request: PageRequest): string {
  return last === undefined ? (request.after ?? START) : encode(last);
}

/** The token of a first page that was requested with a limit of 0. */
const START = 'start';

/** A token that means the first page is the same as none. */
export function normalizeRequest(request: PageRequest): PageRequest {
  return request.after === START ? { limit: request.limit } : request;
}

function encode(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}
