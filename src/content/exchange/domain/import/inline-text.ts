/** A Markdown link in a line. */
export interface InlineLink {
  before: string;
  /** Markdown of the link's text. */
  label: string;
  href: string;
  title?: string;
  after: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: '\u00a0',
  quot: '"',
};
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,5}));/y;
const TAG = /<(?:\/?[A-Za-z][^<>]*|!--[^<>]*--)>/y;
const AUTOLINK = /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]*)>/iy;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/** The first link in a line of Markdown. Nested brackets, escapes, code spans and `<…>` destinations are understood. */
export function firstLink(line: string): InlineLink | undefined {
  for (const [at, end] of brackets(line)) {
    const target = line[at - 1] !== '!' && line[end + 1] === '(' ? destination(line, end + 2) : undefined;
    if (!target) continue;
    const { href, title, end: stop } = target;
    const link = { before: line.slice(0, at), label: line.slice(at + 1, end), href, after: line.slice(stop) };
    return title === undefined ? link : { ...link, title };
  }
  return undefined;
}

/** The end of an escape or a code span that begins at `at`, else `at`. */
function skipLiteral(line: string, at: number): number {
  if (line[at] === '\\') return at + 2;
  if (line[at] !== '`') return at;
  const run = runLength(line, at);
  const close = closingRun(line, at + run, run);
  return close < 0 ? at + run : close + run;
}

function runLength(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end++;
  return end - at;
}

function closingRun(text: string, from: number, length: number): number {
  for (let at = text.indexOf('`', from); at >= 0;) {
    const run = runLength(text, at);
    if (run === length) return at;
    at = text.indexOf('`', at + run);
  }
  return -1;
}

/** The pairs of brackets in a line, in the order in which they open. */
function brackets(line: string): [open: number, close: number][] {
  const open: number[] = [];
  const pairs: [number, number][] = [];
  for (let at = 0; at < line.length;) {
    const skipped = skipLiteral(line, at);
    if (skipped === at && line[at] === '[') open.push(at);
    const start = skipped === at && line[at] === ']' ? open.pop() : undefined;
    if (start !== undefined) pairs.push([start, at]);
    at = Math.max(skipped, at + 1);
  }
  return pairs.sort(([a], [b]) => a - b);
}

function destination(line: string, from: number): { href: string; title?: string; end: number } | undefined {
  let at = skipSpace(line, from);
  let href = '';
  if (line[at] === '<') {
    const close = line.indexOf('>', at);
    if (close < 0) return undefined;
    href = line.slice(at + 1, close);
    at = close + 1;
  } else {
    const start = at;
    let depth = 0;
    for (; at < line.length && line[at] !== ' ' && line[at] !== '\t'; at++) {
      if (line[at] === '\\') at++;
      else if (line[at] === '(') depth++;
      else if (line[at] === ')' && depth-- === 0) break;
    }
    href = line.slice(start, at);
  }
  at = skipSpace(line, at);
  const quote = line[at];
  let title: string | undefined;
  if (quote === '"' || quote === "'") {
    const start = at + 1;
    for (at = start; at < line.length && line[at] !== quote; at++) if (line[at] === '\\') at++;
    title = unescape(line.slice(start, at));
    at = skipSpace(line, at + 1);
  }
  if (line[at] !== ')') return undefined;
  const found = { href: unescape(href), end: at + 1 };
  return title === undefined ? found : { ...found, title };
}

function skipSpace(line: string, at: number): number {
  while (line[at] === ' ' || line[at] === '\t') at++;
  return at;
}

/** Backslash escapes and character references resolved; nothing else is read as Markdown. */
export function unescape(text: string): string {
  let plain = '';
  for (let at = 0; at < text.length;) {
    const [read, length] = escaped(text, at) ?? [text.charAt(at), 1];
    plain += read;
    at += length;
  }
  return plain;
}

function escaped(text: string, at: number): [read: string, length: number] | undefined {
  const next = text.charAt(at + 1);
  if (text[at] === '\\') return PUNCTUATION.test(next) ? [next, 2] : undefined;
  if (text[at] !== '&') return undefined;
  ENTITY.lastIndex = at;
  const [all, decimal, hexadecimal, name] = ENTITY.exec(text) ?? [];
  if (all === undefined) return undefined;
  if (name !== undefined) return name in ENTITIES ? [ENTITIES[name] ?? '', all.length] : undefined;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const known = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return [known ? String.fromCodePoint(code) : '\ufffd', all.length];
}

interface Piece {
  text: string;
  /** Of a run of `*`, `_` or `~` that could open or close emphasis. */
  opens?: boolean;
  closes?: boolean;
}

/** What a reader sees of a line of inline Markdown: no emphasis, no tags, no code marks, no escapes. */
export function plainText(markdown: string): string {
  const pieces: Piece[] = [];
  for (let at = 0; at < markdown.length;) {
    const [piece, length] = readPiece(markdown, at);
    pieces.push(piece);
    at += length;
  }
  pairEmphasis(pieces);
  return pieces.map(({ text }) => text).join('');
}

function readPiece(markdown: string, at: number): [Piece, number] {
  const character = markdown.charAt(at);
  const literal = escaped(markdown, at);
  if (literal) return [{ text: literal[0] }, literal[1]];
  if (character === '`') {
    const run = runLength(markdown, at);
    const close = closingRun(markdown, at + run, run);
    if (close < 0) return [{ text: '`'.repeat(run) }, run];
    const code = markdown.slice(at + run, close);
    return [{ text: /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code }, close + run - at];
  }
  if (character === '<') {
    AUTOLINK.lastIndex = TAG.lastIndex = at;
    const auto = AUTOLINK.exec(markdown);
    if (auto) return [{ text: auto[1] ?? '' }, auto[0].length];
    const tag = TAG.exec(markdown);
    if (tag) return [{ text: '' }, tag[0].length];
  }
  if (character === '*' || character === '_' || character === '~') return readRun(markdown, at);
  return [{ text: character }, 1];
}

function readRun(markdown: string, at: number): [Piece, number] {
  const length = runLength(markdown, at);
  const text = markdown.slice(at, at + length);
  const [before, after] = [markdown.charAt(at - 1), markdown.charAt(at + length)];
  let opens = after.trim() !== '';
  let closes = at > 0 && before.trim() !== '';
  if (text.startsWith('_') && opens && closes) {
    opens = PUNCTUATION.test(before);
    closes = PUNCTUATION.test(after);
  }
  return [text.startsWith('~') && length !== 2 ? { text } : { text, opens, closes }, length];
}

function pairEmphasis(pieces: Piece[]): void {
  const open = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const waiting = open.get(piece.text) ?? [];
    const opener = piece.closes ? waiting.pop() : undefined;
    if (opener) opener.text = piece.text = '';
    else if (piece.opens) {
      waiting.push(piece);
      open.set(piece.text, waiting);
    }
  }
}
