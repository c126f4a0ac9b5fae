import type { StateInline } from 'markdown-it';

/** The longest address that is found in text without being marked as one. */
const MAX_ADDRESS = 2_000;
/** A host is of Latin letters and digits, or of any letters, or is an IPv6 address. What may follow it in an address. */
const HOST = /^(?:[\p{Script=Latin}\d][\p{Script=Latin}\d._-]*|\p{L}[\p{L}\p{M}\p{N}._-]*|\[[\da-f:.]{2,45}\])/iu;
const AFTER_HOST = /[/:?#@]/;
/**
 * What ends an address: white space, quotation marks, brackets of elements, code and tables, and the punctuation of
 * scripts that put no space behind it.
 */
const STOP =
  /[\s<>"`\\|\u200b\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\u201c-\u201f\ue000\ue001]/;
/** What an address may end with only by mistake. */
const TRAILING = /[?!.,:;*_~'’]$/;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{0,31});$/i;
/** An address does not begin within a word of Latin letters, or within another address. */
const LATIN = /[A-Za-z0-9@./_-]/;
const SCHEME = /https?$/i;

/**
 * The end of an address that begins at `start` of a text with `http://` or `https://`; undefined where none does. What
 * punctuation ends the sentence is not in it, nor a closing bracket that it did not open.
 */
export function addressEnd(text: string, start: number, limit = text.length): number | undefined {
  const colon = text.indexOf(':', start);
  const host = colon + 3;
  if (colon === -1 || !text.startsWith('//', colon + 1)) return undefined;
  if (!SCHEME.test(text.slice(start, colon)) || colon - start > 5) return undefined;
  if (start > 0 && LATIN.test(text.charAt(start - 1))) return undefined;
  const name = HOST.exec(text.slice(host, Math.min(limit, host + 260)));
  if (name === null) return undefined;
  const most = Math.min(limit, start + MAX_ADDRESS);
  let end = host + name[0].length;
  if (!AFTER_HOST.test(text.charAt(end))) return withoutTail(text, host, end);
  const open = { round: 0, square: 0 };
  for (; end < most; end++) {
    const char = text.charAt(end);
    if (STOP.test(char)) break;
    if (char === '(') open.round++;
    else if (char === '[') open.square++;
    else if (char === ')' && --open.round < 0) break;
    else if (char === ']' && --open.square < 0) break;
  }
  return withoutTail(text, host, end);
}

/** Takes punctuation and entities off the end; an address ends in its host at the earliest. */
function withoutTail(text: string, host: number, end: number): number | undefined {
  let last = end;
  for (;;) {
    const entity = text.charCodeAt(last - 1) === 59 ? ENTITY.exec(text.slice(Math.max(host, last - 36), last)) : null;
    if (entity !== null) last -= entity[0].length;
    else if (TRAILING.test(text.charAt(last - 1))) last--;
    else break;
  }
  return last > host ? last : undefined;
}

/** The characters before `://` that a scheme may be. */
function schemeBefore(text: string, colon: number): number | undefined {
  const match = SCHEME.exec(text.slice(Math.max(0, colon - 5), colon));
  return match === null ? undefined : colon - match[0].length;
}

/** A bare address in a line of text. The parser stops at its colon, when the scheme is in what is pending. */
export function addressRule(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (silent || src.charCodeAt(pos) !== 58 || src.charCodeAt(pos + 1) !== 47) return false;
  if (state.linkLevel > 0) return false;
  const start = schemeBefore(src, pos);
  if (start === undefined || !state.pending.endsWith(src.slice(start, pos))) return false;
  const end = addressEnd(src, start, state.posMax);
  if (end === undefined) return false;
  state.pending = state.pending.slice(0, start - pos);
  const token = state.push('address', '', 0);
  token.content = state.md.utils.unescapeAll(src.slice(start, end));
  state.pos = end;
  return true;
}

/** Whether an address, written between these texts as it is, is read as just that address. */
export function isBareAddress(address: string, before: string, after: string): boolean {
  if (/[*[\]$]|&#?\w+;/.test(address)) return false;
  const edge = before.slice(-1);
  return addressEnd(`${edge}${address}${after}`, edge.length) === edge.length + address.length;
}
