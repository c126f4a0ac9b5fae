import type { Span } from '../markers.js';
import { findLogins } from './logins.js';

/** Units that a local part and a domain have at most, as mail servers allow. */
const MOST_LOCAL = 64;
const MOST_DOMAIN = 255;

const LOCAL = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d._%+'-]/u;
const OTHER_LETTER = /[\p{L}\p{N}\p{M}]/u;
const DOMAIN = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d.-]/u;
/** What follows the sign: labels, the last of letters, with at least one dot. */
const IS_DOMAIN =
  /^(?:[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.){1,8}(?:xn--[\da-z-]{2,50}|[\p{L}\p{M}]{2,24})/u;
const AT_WORD = /[[({] ?at ?[\])}]/gi;
/** Spelled out without brackets, in capitals. */
const AT_CAPITALS = / AT (?=\S{1,60} DOT )/g;
const QUOTED_LOCAL = /"[^"\r\n<>]{1,62}"$/;
/** A host by its number, and this one. */
const OTHER_HOST = /^(?:\[(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|IPv6:[0-9a-f:.]{2,45})\]|localhost(?![\w.-]*[\w-]))/i;
const DOT_WORD = / ?[[({] ?dot ?[\])}] ?| DOT /gi;
const DOT_HERE = / ?[[({] ?dot ?[\])}] ?| DOT /iy;

/** E-mail addresses, also with an (at) and with the letters of any script. */
export function findEmails(text: string): Span[] {
  const spans: Span[] = [];
  const logins = new Set(findLogins(text).map(({ to }) => to));
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const from = localFrom(text, at);
    const end = from === at ? undefined : domainEnd(text, at + 1, from);
    if (end !== undefined && !logins.has(at) && text.slice(from, at) !== 'git')
      spans.push({ from, to: end, kind: 'e-mail' });
  }
  const capitals = text.includes(' AT ') ? text.matchAll(AT_CAPITALS) : [];
  for (const { 0: word, index } of [...text.matchAll(AT_WORD), ...capitals]) {
    const before = text[index - 1] === ' ' ? index - 1 : index;
    const behind = index + word.length + (text[index + word.length] === ' ' ? 1 : 0);
    const from = localFrom(text, before);
    const end = from === before ? undefined : spelledEnd(text, behind);
    if (end !== undefined) spans.push({ from, to: end, kind: 'e-mail' });
  }
  return spans;
}

function localFrom(text: string, at: number): number {
  if (text[at - 1] === '"') {
    const quoted = QUOTED_LOCAL.exec(text.slice(Math.max(0, at - MOST_LOCAL), at))?.[0];
    return quoted === undefined ? at : at - quoted.length;
  }
  const letters = LOCAL.test(text[at - 1] ?? '') ? LOCAL : OTHER_LETTER;
  let from = at;
  while (from > 0 && at - from < MOST_LOCAL && letters.test(text[from - 1] ?? '')) from--;
  // These begin a list, an emphasis or a quotation.
  while (from < at && /[._'%-]/.test(text[from] ?? '')) from++;
  return from;
}

function domainEnd(text: string, start: number, from: number): number | undefined {
  const other = OTHER_HOST.exec(text.slice(start, start + MOST_LOCAL))?.[0];
  if (other !== undefined) return start + other.length;
  const letters = DOMAIN.test(text[start] ?? '') ? DOMAIN : OTHER_LETTER;
  let end = start;
  while (end - start < MOST_DOMAIN && (letters.test(text[end] ?? '') || text[end] === '.')) end++;
  const found = IS_DOMAIN.exec(text.slice(start, end));
  if (found) return start + found[0].length;
  // A name of one label is no address, but where a link says so.
  return end > start && text.slice(Math.max(0, from - 7), from).toLowerCase() === 'mailto:' ? end : undefined;
}

function spelledEnd(text: string, start: number): number | undefined {
  const source = text.slice(start, start + MOST_DOMAIN);
  const dotted = source.replace(DOT_WORD, '.');
  const found = IS_DOMAIN.exec(dotted)?.[0];
  if (found === undefined) return undefined;
  // As long in the source as it takes to say as many dots.
  let end = 0;
  for (let read = 0; read < found.length; read++) {
    const word = found[read] === '.' && source[end] !== '.' ? DOT_HERE : undefined;
    if (word) {
      word.lastIndex = end;
      end += word.exec(source)?.[0].length ?? 1;
    } else {
      end++;
    }
  }
  return start + end;
}
