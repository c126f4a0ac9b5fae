import type { BlockPlace } from '../parse/places.js';

/** The body of a page as lines, divided into the places of blocks and what lies between them. */
export interface WrittenBody {
  /** The lines before each place, and, last, those behind all; empty texts included. */
  gaps: string[];
  /** The lines of each place. */
  texts: string[];
  /** How many blocks each place holds. */
  counts: number[];
  lineEnd: string;
  /** Whether the last line has an end. */
  isEnded: boolean;
}

const LINE = /[^\r\n]*(?:\r\n|\r|\n|$)/g;

/** The lines of a text with their ends; together they are the text. */
export const linesOf = (text: string): string[] => (text.match(LINE) ?? []).filter((line) => line !== '');

export const isBlank = (text: string): boolean => /^\s*$/.test(text);

/** Divides a body. Blank lines at the end of a place belong to what follows it. */
export function writtenBody(body: string, places: readonly BlockPlace[]): WrittenBody {
  const lines = linesOf(body);
  const written: WrittenBody = {
    gaps: [],
    texts: [],
    counts: [],
    lineEnd: /\r\n|\r|\n/.exec(body)?.[0] ?? '\n',
    isEnded: /[\r\n]$/.test(body),
  };
  let at = 0;
  for (const { from, to: last, count } of places) {
    let to = last;
    while (to > from + 1 && isBlank(lines[to - 1] ?? '')) to--;
    written.gaps.push(lines.slice(at, from).join(''));
    written.texts.push(lines.slice(from, to).join(''));
    written.counts.push(count);
    at = to;
  }
  written.gaps.push(lines.slice(at).join(''));
  return written;
}
