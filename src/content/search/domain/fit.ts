import type { Analyser } from './analyser.js';
import { askingWordsOf } from './asking-words.js';
import type { QueryWord } from './query-words.js';
import type { FittingPage } from './search-index.js';
import { rarity, type Alternative, type FoundWord } from './scoring.js';

/** A passage of a found page, as the index keeps it. */
export interface FittedPassage {
  title: string;
  heading: string;
  body: string;
}

/** A word of a question, with its share in what the question means; the shares of all are 1 together. */
export interface AskedWord {
  /** By language; none for a word that no page has. */
  alternatives: ReadonlyMap<string, readonly Alternative[]>;
  share: number;
}

/** How much a word that no page has counts, beside one that a single passage has. */
const UNKNOWN = 0.75;
/** The same for a pair of characters: most are cut across words. */
const UNKNOWN_PAIR = 0.35;
/** What a corrected word counts, beside one that is written right. */
const REPAIRED = 0.7;
/** How much is left of a fit where nothing of the question is in the title or heading. */
const IN_TEXT_ALONE = 0.7;

/** Weighs the words of a question by how rare they are; words to ask with fall away where others are left. */
export function askedWords(
  words: readonly QueryWord[],
  known: readonly FoundWord[],
  languages: readonly string[],
  passages: number,
): AskedWord[] {
  const needed = words.filter(({ optional }) => !optional);
  const telling = needed.filter(({ word }) => !languages.some((language) => askingWordsOf(language).has(word)));
  const found = new Map(known.map((entry) => [entry.word.word, entry]));
  const weighed = (telling.length > 0 ? telling : needed).map(({ word, pair }) => {
    const entry = found.get(word);
    if (entry === undefined) {
      return { alternatives: new Map(), weight: (pair ? UNKNOWN_PAIR : UNKNOWN) * rarity(1, passages) };
    }
    const { alternatives, spread, repaired } = entry;
    return { alternatives, weight: rarity(spread.total, passages) * (repaired ? REPAIRED : 1) };
  });
  const whole = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return whole > 0 ? weighed.map(({ alternatives, weight }) => ({ alternatives, share: weight / whole })) : [];
}

/**
 * How well passages of one page answer a question, 0 to 1: the share of the question's meaning that its best passage has,
 * less where neither title nor heading has any of it. Unlike the score of a search it can be compared between questions.
 */
export function fitOf(
  words: readonly AskedWord[],
  passages: readonly FittedPassage[],
  analysers: readonly Analyser[],
): number {
  return Math.max(
    0,
    ...passages.flatMap((passage) => analysers.map((analyser) => fitOfPassage(words, passage, analyser))),
  );
}

function fitOfPassage(
  words: readonly AskedWord[],
  { title, heading, body }: FittedPassage,
  analyser: Analyser,
): number {
  const named = termsOf(`${title}\n${heading}`, analyser);
  const said = termsOf(body, analyser);
  let covered = 0;
  let prominent = 0;
  for (const { alternatives, share } of words) {
    const own = alternatives.get(analyser.language) ?? [];
    const has = (terms: ReadonlySet<string>): boolean => own.some((one) => hasTerm(terms, one));
    if (has(named)) prominent += share;
    else if (!has(said)) continue;
    covered += share;
  }
  return covered * (IN_TEXT_ALONE + (1 - IN_TEXT_ALONE) * Math.min(1, 2 * prominent));
}

function hasTerm(terms: ReadonlySet<string>, { term, prefix }: Alternative): boolean {
  return terms.has(term) || (prefix && [...terms].some((one) => one.startsWith(term)));
}

function termsOf(text: string, analyser: Analyser): Set<string> {
  return new Set(analyser.analyse(text).map(({ term }) => term));
}

/**
 * Pages found for several ways to ask for the same, with how well they fit on average: one that is found for some of them
 * only fits the others not at all. The best first.
 */
export function combinedFits(found: readonly (readonly FittingPage[])[]): FittingPage[] {
  const sums = new Map<string, FittingPage>();
  for (const page of found.flat()) {
    const key = keyOf(page);
    sums.set(key, { ...page, fit: (sums.get(key)?.fit ?? 0) + page.fit / found.length });
  }
  return [...sums.values()].sort((one, other) => other.fit - one.fit || (keyOf(one) < keyOf(other) ? -1 : 1));
}

function keyOf({ spaceId, pageId }: FittingPage): string {
  return `${spaceId}/${pageId}`;
}
