import { emojiCode } from '../emoji.js';

const WORD = /[\p{L}\p{N}]/u;
// One look decides for most texts that there is nothing to escape.
const SPECIAL = /[\\`*_[\]<&~$:!{|#>+\-=.)\n]|^\s|\s$|^\?\?\?/;
const ESCAPED = /[\\`*_[\]<&~$:!{]/g;
/** Tags that vanish from the middle of a line. */
const RAW = /^\{%-?[ \t]*(?:end)?raw[ \t]*-?%\}/;

export interface TextPlace {
  lineStart: boolean;
  /** Inside a link's or an image's brackets. */
  label: boolean;
  /** In a place of one line only: a heading, a table cell. */
  singleLine: boolean;
}

/** Plain text as Markdown that reads back as the same text. */
export function escapeText(text: string, place: TextPlace): string {
  if (!SPECIAL.test(text) && !(place.lineStart && /^\d/.test(text))) return text;
  const escaped = text.replace(ESCAPED, (char, at: number) => escapeChar(text, char, at, place));
  if (!escaped.includes('\n')) return place.lineStart ? escapeLineStart(escaped) : escaped;
  return escaped
    .split('\n')
    .map((line, index) =>
      (index > 0 && !place.singleLine) || (index === 0 && place.lineStart) ? escapeLineStart(line) : line,
    )
    .join(place.singleLine ? '<br>' : '\\\n');
}

function escapeChar(text: string, char: string, at: number, { label }: TextPlace): string {
  const next = text.charAt(at + 1);
  switch (char) {
    case '\\':
      return next === '' || /[\s!-/:-@[-`{-~]/.test(next) ? '\\\\' : '\\';
    case '_':
      return isInsideWord(text, at) ? '_' : '\\_';
    case '*':
      return text.charAt(at - 1) === ' ' && next === ' ' ? '*' : '\\*';
    case '~':
      return next === '~' || next === '' || at === 0 || text.charAt(at - 1) === '~' ? '\\~' : '~';
    case ']':
      return label ? '\\]' : ']';
    case '<':
      return next === '' || /[A-Za-z/!?]/.test(next) ? '\\<' : '<';
    case '&':
      return /^&#?[A-Za-z0-9]+;/.test(text.slice(at, at + 40)) ? '\\&' : '&';
    case '$':
      return next === '$' || text.charAt(at - 1) === '$' ? '\\$' : '$';
    case '!':
      return next === '[' ? '\\!' : '!';
    case '{':
      return RAW.test(text.slice(at, at + 60)) ? '\\{' : '{';
    case ':': {
      // What would be read as an address is not one; in a label it would be none anyway.
      if (!label && next === '/' && /https?$/i.test(text.slice(Math.max(0, at - 5), at))) return '\\:';
      const name = /^:([a-z0-9_+-]{1,40}):/.exec(text.slice(at, at + 42))?.[1];
      return name !== undefined && emojiCode(name) !== undefined ? '\\:' : ':';
    }
    default:
      return `\\${char}`;
  }
}

/** Underscores between word characters neither open nor close emphasis. */
function isInsideWord(text: string, at: number): boolean {
  let start = at;
  let end = at;
  while (text.charAt(start - 1) === '_') start--;
  while (text.charAt(end + 1) === '_') end++;
  return end - at + (at - start) < 100 && WORD.test(text.charAt(start - 1)) && WORD.test(text.charAt(end + 1));
}

/** What would begin a heading, list, quote, fence, table, tag or underline at the start of a line does not. */
function escapeLineStart(line: string): string {
  const edge = line.charAt(0);
  if (edge === ' ' || edge === '\t') return entity(edge) + line.slice(1);
  switch (edge) {
    case '#':
      return /^#{1,6}(?:[ \t]|$)/.test(line) ? `\\${line}` : line;
    case '>':
    case '=':
    case '|':
      return `\\${line}`;
    case '+':
      return /^\+(?:[ \t]|$)/.test(line) ? `\\${line}` : line;
    case '-':
      return /^-(?:[ \t|:-]|$)/.test(line) ? `\\${line}` : line;
    case '*':
      return `\\${line}`;
    case ':':
      return /^:(?:[ \t]*[-|]|::)/.test(line) ? `\\${line}` : line;
    case '!':
      return line.startsWith('!!!') ? `\\${line}` : line;
    case '?':
      return line.startsWith('???') ? `\\${line}` : line;
    case '{':
      return line.charAt(1) === '%' || line.length === 1 ? `\\${line}` : line;
    default:
      return line.replace(/^(\d{1,9})([.)])(?=[ \t]|$)/, '$1\\$2');
  }
}

export const entity = (char: string): string => `&#x${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()};`;

/** White space at the ends of a line would be trimmed: the outermost characters become entities. */
export function protectEdges(line: string): string {
  let safe = line;
  while (safe.endsWith('\\\n')) safe = `${safe.slice(0, -2)}<br>`;
  const last = safe.charAt(safe.length - 1);
  if (last !== '' && /\s/.test(last)) safe = safe.slice(0, -1) + entity(last);
  const first = safe.charAt(0);
  return first !== '' && /\s/.test(first) ? entity(first) + safe.slice(1) : safe;
}

/** Content of an element that is no Markdown. White space stays exact. */
export const escapeRaw = (text: string): string =>
  text.replace(/[&<\n\t\f]|^ +| +$| (?= )/g, (part) => {
    if (part === '&') return '&amp;';
    if (part === '<') return '&lt;';
    return [...part].map(entity).join('');
  });

/** The value of an HTML or tag attribute. A number's reference is read there without its semicolon, too. */
export const escapeAttribute = (value: string): string =>
  /["&<>\n\t]/.test(value)
    ? value
        .replace(/&(?=#[0-9Xx]|[A-Za-z0-9]+;|[A-Za-z]+(?:[^=A-Za-z0-9;]|$))/g, '&amp;')
        .replace(/["<>\n\t]/g, (char) =>
          char === '"' ? '&quot;' : char === '<' ? '&lt;' : char === '>' ? '&gt;' : entity(char),
        )
    : value;

export const attribute = (name: string, value: string | number | boolean | undefined): string =>
  value === undefined ? '' : ` ${name}="${escapeAttribute(String(value))}"`;

/** A link's destination. */
export function destination(href: string): string {
  if (/^[^\s<>()\\&\u0000-\u001f]+$/.test(href)) return href;
  return `<${href.replace(/[\\<>]|&(?=#?[A-Za-z0-9]+;)/g, '\\$&').replace(/\n/g, '%0A')}>`;
}

/** Text in a code span, or undefined where a span cannot carry it. */
export function codeSpan(text: string): string | undefined {
  if (text.includes('\n')) return undefined;
  let fence = '`';
  while (text.includes(fence)) fence += '`';
  const pad = /^`|`$/.test(text) || (/^ .* $/s.test(text) && /[^ ]/.test(text)) ? ' ' : '';
  return fence + pad + text + pad + fence;
}
