import { foldedCode, SKIPPED } from './fold.js';

/** A text as it is searched: entities and percent-encoding decoded, digits and spaces of all scripts as ASCII. */
export interface View {
  text: string;
  /** Where each unit of the view begins and ends in the text it was made of; absent where both are equal. */
  places?: { starts: Uint32Array; ends: Uint32Array };
}

/** Elements within words. The others end a word, and stay in the view. */
const INLINE_TAG =
  /<(?:!--[^<>]{0,200}--|\/?(?:a|abbr|b|bdi|bdo|big|code|del|em|font|i|ins|kbd|label|mark|o:p|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr)(?:\s[^<>]{0,1000})?\/?)>|\*\*/gi;

const PLAIN = /^[^&%\\\u0080-\uffff]*$/;

/** Whether a view without tags would differ from one with them. */
export const hasInlineTags = (text: string): boolean => text.search(INLINE_TAG) !== -1;

/** The view of a text; without the tags of inline elements if asked, so that a word is whole which they divide. */
export function viewOf(text: string, { withoutTags = false } = {}): View {
  if (!withoutTags && PLAIN.test(text)) return { text };
  const writer = new Writer(text);
  let at = 0;
  if (withoutTags)
    for (const { 0: tag, index } of text.matchAll(INLINE_TAG)) {
      writer.write(at, index);
      at = index + tag.length;
    }
  writer.write(at, text.length);
  return writer.view();
}

const NAMED: Readonly<Record<string, number>> = {
  amp: 38,
  apos: 39,
  colon: 58,
  commat: 64,
  dash: 45,
  emsp: 32,
  ensp: 32,
  equals: 61,
  gt: 62,
  hyphen: 45,
  lowbar: 95,
  lpar: 40,
  lt: 60,
  mdash: 45,
  nbsp: 32,
  ndash: 45,
  num: 35,
  percnt: 37,
  period: 46,
  plus: 43,
  quot: 34,
  rpar: 41,
  shy: 0xad,
  sol: 47,
  thinsp: 32,
  zwj: 0x200d,
  zwnj: 0x200c,
  nobreak: 0x2060,
  zerowidthspace: 0x200b,
};

const ENTITY = /&(?:#(\d{1,8})|#x([\da-f]{1,7})|([a-z]{2,14}));?/iy;
const PERCENT = /%([2-7][\da-f])/iy;
const ESCAPED = /\\u([\da-f]{4})/iy;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

class Writer {
  readonly #codes: Uint16Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  #length = 0;

  constructor(private readonly source: string) {
    this.#codes = new Uint16Array(source.length);
    this.#starts = new Uint32Array(source.length);
    this.#ends = new Uint32Array(source.length);
  }

  write(from: number, to: number): void {
    const { source } = this;
    let at = from;
    while (at < to) {
      const code = source.charCodeAt(at);
      if (code === 38) at = this.#encoded(at, ENTITY, ([, decimal, hex, name = '']) => entity(decimal, hex, name));
      else if (code === 37) at = this.#encoded(at, PERCENT, ([, hex = '']) => parseInt(hex, 16));
      else if (code === 92) at = this.#escape(at);
      else if (code < 128) this.#put(code, at, ++at);
      else at = this.#folded(at);
    }
  }

  view(): View {
    const text = new TextDecoder('utf-16le', { ignoreBOM: true }).decode(this.#codes.subarray(0, this.#length));
    return { text, places: { starts: this.#starts, ends: this.#ends } };
  }

  #put(code: number, start: number, end: number): void {
    this.#codes[this.#length] = code;
    this.#starts[this.#length] = start;
    this.#ends[this.#length++] = end;
  }

  #encoded(at: number, form: RegExp, codeOf: (match: RegExpExecArray) => number | undefined): number {
    form.lastIndex = at;
    const match = form.exec(this.source);
    const code = match ? codeOf(match) : undefined;
    if (match === null || code === undefined) {
      this.#put(this.source.charCodeAt(at), at, at + 1);
      return at + 1;
    }
    const folded = foldedCode(code);
    if (folded !== SKIPPED) this.#put(folded > 0xffff ? 0xfffd : folded, at, at + match[0].length);
    return at + match[0].length;
  }

  /** A backslash before a sign says in Markdown that the sign means itself. */
  #escape(at: number): number {
    if (PUNCTUATION.test(this.source[at + 1] ?? '')) return at + 1;
    return this.#encoded(at, ESCAPED, ([, hex = '']) => parseInt(hex, 16));
  }

  #folded(at: number): number {
    const code = this.source.codePointAt(at) ?? 0;
    const units = code > 0xffff ? 2 : 1;
    const folded = foldedCode(code);
    if (folded === SKIPPED) return at + units;
    // Characters of two units are no part of anything that is searched for.
    this.#put(folded > 0xffff || (folded >= 0xd800 && folded <= 0xdfff) ? 0xfffd : folded, at, at + units);
    return at + units;
  }
}

function entity(decimal: string | undefined, hex: string | undefined, name: string): number | undefined {
  const code =
    decimal !== undefined ? Number(decimal) : hex !== undefined ? parseInt(hex, 16) : NAMED[name.toLowerCase()];
  if (code === undefined || code === 0) return undefined;
  return code >= 0xd800 && code < 0xe000 ? 0xfffd : code;
}
