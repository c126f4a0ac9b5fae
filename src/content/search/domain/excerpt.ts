import type { Analyser } from './analyser.js';
import { fold } from '#words';

/** Characters of an excerpt, about. */
const LENGTH = 200;
const BEFORE = 50;

/** A part of a text, and whether the text goes on before and after it. */
export interface Excerpt {
  text: string;
  cutBefore: boolean;
  cutAfter: boolean;
}

/**
 * The part of a text around the first place with the most different words of the query. `stems` are folded prefixes of
 * words, in lower case.
 */
export function excerpt(text: string, stems: readonly string[]): Excerpt {
  if (text.length <= LENGTH) return { text: tidy(text), cutBefore: false, cutAfter: false };
  const found = bestPlace(fold(text).toLowerCase(), stems);
  let start = Math.max(0, Math.min(found - BEFORE, text.length - LENGTH));
  let end = Math.min(text.length, start + LENGTH);
  if (start > 0) {
    const space = /\s/.exec(text.slice(start - 1, start + 15));
    if (space) start += space.index;
    else if (isLow(text, start)) start--;
  }
  if (end < text.length) {
    const space = /\s\S*$/.exec(text.slice(end - 25, end + 1));
    if (space) end += space.index - 25;
    else if (isLow(text, end)) end--;
  }
  return { text: tidy(text.slice(start, end)), cutBefore: start > 0, cutAfter: end < text.length };
}

/** Runs of white space that are not one plain space. */
const UNTIDY = /[^\S ]\s*| \s+/g;

function tidy(text: string): string {
  return text.replace(UNTIDY, ' ').trim();
}

/** What the words of a query begin with in a text, for {@link excerpt}. */
export function stemsOf(words: readonly string[], analyser: Analyser): string[] {
  return [...new Set(words.flatMap((word) => [word, analyser.termOf(word)]))].filter((stem) => stem !== '');
}

/** The first place of the window that holds most of the different words. */
function bestPlace(text: string, stems: readonly string[]): number {
  const places: { at: number; stem: string }[] = [];
  for (const stem of stems) {
    for (let at = text.indexOf(stem), n = 0; at >= 0 && n < 20; at = text.indexOf(stem, at + stem.length), n++) {
      if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '') || /\P{ASCII}/u.test(stem)) places.push({ at, stem });
    }
  }
  places.sort((one, other) => one.at - other.at);
  const different = new Set(places.map((place) => place.stem)).size;
  let best = 0;
  let most = 0;
  for (const [first, { at }] of places.entries()) {
    if (most === different) break;
    const held = new Set<string>();
    for (let i = first; i < places.length; i++) {
      const place = places[i];
      if (place === undefined || place.at >= at + LENGTH - BEFORE) break;
      held.add(place.stem);
    }
    if (held.size > most) {
      most = held.size;
      best = at;
    }
  }
  return best;
}

function isLow(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
