/** A page that a search found, as readers are shown it. */
export interface FoundPage {
  title: string;
  href: string;
  /** Titles of what it is in, from the outermost. */
  path: readonly string[];
  /** A stretch of its text; `marked` parts are what was looked for. */
  text: readonly MarkedText[];
}

export interface MarkedText {
  text: string;
  marked: boolean;
}

const MOST_WORDS = 20;
const WORD = /[\p{L}\p{N}]+/gu;

/** A text in parts: those that begin with a word of the query are marked. */
export function markWords(text: string, query: string): MarkedText[] {
  const words = [...new Set(query.toLowerCase().match(WORD) ?? [])].slice(0, MOST_WORDS);
  if (words.length === 0 || text === '') return text === '' ? [] : [{ text, marked: false }];
  const longestFirst = words.sort((a, b) => b.length - a.length);
  // Words of letters and digits alone need no escapes; in scripts without spaces a word may be anywhere.
  const pattern = new RegExp(`(?<![\\p{Script=Latin}\\p{N}])(?:${longestFirst.join('|')})`, 'giu');
  const parts: MarkedText[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index > end) parts.push({ text: text.slice(end, index), marked: false });
    parts.push({ text: found, marked: true });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), marked: false });
  return parts;
}
