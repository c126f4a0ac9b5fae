import type { Analyser } from './analyser.js';
import { fold } from './tokens.js';

/** Characters of an excerpt, about. */
const LENGTH = 200;
const BEFORE = 50;

/**
 * The part of a text around the place where the words looked for stand closest. `stems` are folded beginnings of
 * words, in lower case.
 */
export function excerpt(text: string, stems: readonly string[]): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= LENGTH) return plain;
  const found = bestPlace(fold(plain).toLowerCase(), stems);
  let start = Math.max(0, Math.min(found - BEFORE, plain.length - LENGTH));
  let end = Math.min(plain.length, start + LENGTH);
  if (start > 0) {
    const space = plain.lastIndexOf(' ', start + 15);
    if (space > start - 15) start = space + 1;
    else if (isLow(plain, start)) start--;
  }
  if (end < plain.length) {
    const space = plain.lastIndexOf(' ', end);
    if (space > end - 25) end = space;
    else if (isLow(plain, end)) end--;
  }
  return `${start > 0 ? '…' : ''}${plain.slice(start, end)}${end < plain.length ? '…' : ''}`;
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
  let best = 0;
  let most = 0;
  for (const { at } of places) {
    const held = new Set(
      places.filter((place) => place.at >= at && place.at < at + LENGTH - BEFORE).map((p) => p.stem),
    );
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
