import type { Features } from './features.js';

/** A term and what it weighs in a text or a cluster. The squares of all weights of a text add up to 1. */
export interface WeightedTerm {
  term: string;
  weight: number;
}

/** In how many texts each term occurs, of how many texts. A term that is missing has been in none. */
export interface TermCounts {
  frequencies: ReadonlyMap<string, number>;
  total: number;
}

/** A cluster as one text is compared with it. */
export interface Profile {
  /** Its strongest terms, the heaviest first; the squares of their weights add up to 1. */
  terms: WeightedTerm[];
  /** The length of the sum of its members: how much a further one can change it. */
  mass: number;
}

/**
 * A term in one of twenty texts says what the text is about; one that is rarer counts no more, because most of what is
 * rare is chance.
 */
const RARE = 3;
/** A term that nearly all texts have counts this much, so that texts that share it and differ in chance are alike. */
const COMMON = 0.5;

/** Terms by which a text is compared with clusters. */
export const MOST_TERMS_OF_TEXT = 40;
/** Terms that a profile keeps. */
export const MOST_TERMS_OF_PROFILE = 64;
/** A text joins the best cluster where their score is at least this; otherwise it begins one. */
export const JOIN_SCORE = 0.2;

/** The heaviest terms of a text: frequent in it and rare among all. None for a text without words. */
export function weigh(features: Features, { frequencies, total }: TermCounts): WeightedTerm[] {
  const terms: WeightedTerm[] = [];
  for (const [term, count] of features) {
    const weight = weightOf(count, frequencies.get(term) ?? 0, total);
    if (weight > 0) terms.push({ term, weight });
  }
  // Of terms that weigh the same, those that more texts have say more about which are alike.
  terms.sort((a, b) => (frequencies.get(b.term) ?? 0) - (frequencies.get(a.term) ?? 0) || (a.term < b.term ? -1 : 1));
  return heaviest(terms, MOST_TERMS_OF_TEXT).terms;
}

/** What a term weighs that is `count` times in a text, and in `frequency` of `total` texts; 0 where it says nothing. */
export function weightOf(count: number, frequency: number, total: number): number {
  const texts = Math.max(total, 1);
  const rare = Math.log((texts + 1) / (Math.min(Math.max(frequency, 1), texts) + 0.5));
  return (1 + Math.log(count)) * Math.min(Math.max(rare, COMMON), RARE);
}

/** The profile of texts, each as {@link weigh} gives it. */
export function profileOf(members: Iterable<readonly WeightedTerm[]>): Profile {
  const sums = new Map<string, number>();
  for (const member of members) add(sums, member, 1);
  return profileFrom(sums);
}

/** The profile of a cluster after a text has joined it. */
export function joined({ terms, mass }: Profile, text: readonly WeightedTerm[]): Profile {
  const sums = new Map<string, number>();
  add(sums, terms, mass);
  add(sums, text, 1);
  return profileFrom(sums);
}

/** How well a text fits a cluster, from 0 to 1: the sum, over the terms of both, of both weights multiplied. */
export function scoreOf({ terms }: Profile, text: readonly WeightedTerm[]): number {
  const own = new Map(text.map(({ term, weight }) => [term, weight]));
  return terms.reduce((sum, { term, weight }) => sum + weight * (own.get(term) ?? 0), 0);
}

function add(sums: Map<string, number>, terms: readonly WeightedTerm[], times: number): void {
  for (const { term, weight } of terms) sums.set(term, (sums.get(term) ?? 0) + weight * times);
}

function profileFrom(sums: ReadonlyMap<string, number>): Profile {
  const terms = Array.from(sums, ([term, weight]) => ({ term, weight }));
  terms.sort((a, b) => (a.term < b.term ? -1 : 1));
  const { terms: strongest, length } = heaviest(terms, MOST_TERMS_OF_PROFILE);
  return { terms: strongest, mass: length };
}

function heaviest(terms: WeightedTerm[], most: number): { terms: WeightedTerm[]; length: number } {
  terms.sort((a, b) => b.weight - a.weight);
  const kept = terms.slice(0, most);
  const length = Math.sqrt(kept.reduce((sum, { weight }) => sum + weight * weight, 0));
  return { terms: kept.map(({ term, weight }) => ({ term, weight: weight / (length || 1) })), length };
}
