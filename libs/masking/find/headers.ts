import type { Span } from '../markers.js';
import { isOrdinary, PLACEHOLDER } from './values.js';

/** A search for these is faster than one for their form. */
const MENTIONED = ['uthorization', 'UTHORIZATION', 'ookie', 'OOKIE'];
const HEADER = /(?:([Aa]uthorization|AUTHORIZATION)|[Cc]ookie|COOKIE)["'`]? {0,3}[:=] {0,3}["'`]?/g;
/** A scheme, if there is one; then the credentials or, of some schemes, a list of them by name. */
const SCHEME = /[a-z][\w-]{1,30} {1,3}(?=\S)/iy;
const CREDENTIALS = /[^\s"'`<>,;]{1,4096}/y;
const PAIRS =
  /[\w-]{1,40}=(?:"[^"\r\n<>]{0,1024}"|[^\s,"'<>]{1,1024})(?:, {0,3}[\w-]{1,40}=(?:"[^"\r\n<>]{0,1024}"|[^\s,"'<>]{1,1024})){0,20}/y;
const COOKIE = / {0,3}([\w!#$%&*+.^|~-]{1,100})=([^\s;,"'`<>]{0,4096})(?:; ?)?/y;
const ATTRIBUTES = /^(?:path|domain|expires|max-age|samesite|priority)$/i;
const MOST_COOKIES = 50;
/** Letters of the longest words that sentences have behind a scheme, such as "authentication". */
const LONGEST_WORD = 15;

/** What authenticates in the headers of requests and answers: `Authorization` of any scheme, and the values of cookies. */
export function findHeaders(text: string): Span[] {
  if (!MENTIONED.some((part) => text.includes(part))) return [];
  return Array.from(text.matchAll(HEADER)).flatMap(({ 0: head, 1: authorization, index }) =>
    authorization === undefined ? cookies(text, index + head.length) : credentials(text, index + head.length),
  );
}

function credentials(text: string, start: number): Span[] {
  SCHEME.lastIndex = start;
  const scheme = SCHEME.exec(text)?.[0] ?? '';
  const from = start + scheme.length;
  const value = at(CREDENTIALS, text, from);
  if (value === '' || PLACEHOLDER.test(value)) return [];
  const pairs = at(PAIRS, text, from);
  if (pairs.length > value.length) return [{ from, to: from + pairs.length, kind: 'secret' }];
  return isCredential(value, scheme !== '') ? [{ from, to: from + value.length, kind: 'secret' }] : [];
}

/** "Authorization: Bearer token is missing" holds none. */
function isCredential(value: string, hasScheme: boolean): boolean {
  if (isOrdinary(value)) return false;
  const isWord = /^\p{L}\p{Ll}*[.!?:]?$/u.test(value) && value.length <= LONGEST_WORD;
  return !isWord && (hasScheme || (value.length >= 8 && /[0-9]/.test(value)));
}

function cookies(text: string, start: number): Span[] {
  const spans: Span[] = [];
  COOKIE.lastIndex = start;
  for (let count = 0; count < MOST_COOKIES; count++) {
    const from = COOKIE.lastIndex;
    const [pair, name = '', value = ''] = COOKIE.exec(text) ?? [];
    if (pair === undefined) break;
    const begin = from + pair.indexOf('=') + 1;
    if (value !== '' && !ATTRIBUTES.test(name) && !PLACEHOLDER.test(value))
      spans.push({ from: begin, to: begin + value.length, kind: 'secret' });
  }
  return spans;
}

function at(form: RegExp, text: string, place: number): string {
  form.lastIndex = place;
  return form.exec(text)?.[0] ?? '';
}
