import { beginningOf } from '#kernel/domain/characters';
import type { AnalysedToken, Analyser } from './analyser.js';
import type { IndexedPage, SearchSection } from './search-index.js';

/** The field of a term: A the page's title, B a heading, C the description, D the text. */
export type Field = 'A' | 'B' | 'C' | 'D';

/** The number of occurrences of a term in each field of a passage. */
export type FieldCounts = Record<Field, number> & {
  /** Whether the passage opens what the term titles: a page by its title, a section by its heading. */
  prominent: boolean;
};

/** The smallest thing that is ranked: a section, or a piece of a long one. */
export interface Passage {
  pageId: string;
  /** Place in the page, from 0. */
  ordinal: number;
  anchor: string | null;
  heading: string;
  /** Of the page. */
  description: string | null;
  body: string;
  /** Words in the body. */
  length: number;
  terms: Map<string, FieldCounts>;
  /** Set on the first passage of a page: the title as one key, for the query that is exactly the title. */
  titleKey: string | null;
}

/** What the passages of some pages add to the space's vocabulary: every word with its term. */
export type Words = Map<string, string>;

/** Characters of text in a passage; characters of scripts without spaces count threefold. */
const PASSAGE_SIZE = 1_200;
const MOST_PASSAGES = 5_000;
const LONGEST_KEY = 160;
/** Characters of a heading that are kept: every passage of its section has it, with all of its terms. */
const LONGEST_HEADING = 300;
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u;

/**
 * Cuts a page into passages and counts their terms; `words` collects the vocabulary. One passage after the other: of a
 * large page that is work for long.
 */
export function* passagesOf(page: IndexedPage, analyser: Analyser, words: Words): Generator<Passage, void> {
  const title = analyser.analyse(page.title);
  const titleKey = keyOf(title);
  const description = page.description ? analyser.analyse(page.description) : [];
  const sections =
    page.sections.length > 0 && page.sections[0]?.heading === null ? page.sections : [LEAD, ...page.sections];
  let ordinal = 0;
  for (const section of sections) {
    const heading = beginningOf(section.heading ?? '', LONGEST_HEADING);
    const headed = analyser.analyse(heading);
    for (const [piece, body] of cut(section.text).entries()) {
      if (ordinal >= MOST_PASSAGES) return;
      const first = ordinal === 0;
      const tokens = analyser.analyse(body);
      const terms = new Map<string, FieldCounts>();
      count(title, 'A', first, terms, words);
      count(headed, 'B', piece === 0, terms, words);
      if (first) count(description, 'C', false, terms, words);
      count(tokens, 'D', false, terms, words);
      yield {
        pageId: page.pageId,
        ordinal,
        anchor: section.anchor,
        heading,
        description: page.description ?? null,
        body,
        length: tokens.length,
        terms,
        titleKey: first ? titleKey : null,
      };
      ordinal++;
    }
  }
}

/** Words joined, so that two titles that read alike are equal; compounds count once. */
export function keyOf(tokens: readonly AnalysedToken[]): string {
  const said = tokens.filter((token) => token.kind !== 'part').map((token) => token.term);
  return said.join(' ').slice(0, LONGEST_KEY);
}

const LEAD: SearchSection = { anchor: null, heading: null, level: 0, key: null, text: '' };

function count(
  tokens: readonly AnalysedToken[],
  field: Field,
  prominent: boolean,
  terms: Map<string, FieldCounts>,
  words: Words,
): void {
  for (const token of tokens) {
    if (token.stop && field !== 'A' && field !== 'B') continue;
    let counts = terms.get(token.term);
    if (counts === undefined) terms.set(token.term, (counts = { A: 0, B: 0, C: 0, D: 0, prominent: false }));
    counts[field]++;
    if (prominent) counts.prominent = true;
    if (token.kind !== 'pair') words.set(token.word, token.term);
  }
}

/** Cuts a long text at the ends of lines, sentences or words; gives one empty piece for an empty text. */
function cut(text: string): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  const size = UNSPACED.test(rest.slice(0, PASSAGE_SIZE)) ? PASSAGE_SIZE / 3 : PASSAGE_SIZE;
  while (rest.length > size * 1.3) {
    const window = rest.slice(0, size);
    const half = size / 2;
    let end = window.lastIndexOf('\n') + 1;
    if (end < half) end = Math.max(window.lastIndexOf('. ') + 1, window.lastIndexOf('。') + 1);
    if (end < half) end = window.lastIndexOf(' ') + 1;
    if (end < half) end = /[\uD800-\uDBFF]$/.test(window) ? size - 1 : size;
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trimStart();
  }
  pieces.push(rest);
  return pieces;
}
