import type { QueryWord } from './query-words.js';

/** The number of passages with a term: in titles, headings, descriptions or text, and in any of them. */
export interface Counts {
  titles: number;
  headings: number;
  bodies: number;
  total: number;
  /** Passages that open the page or section the term is in the title of. */
  prominent: number;
}

/**
 * The same, with the ids of the spaces where these passages are, joined by commas, those with most of the prominent ones
 * first; one may come twice.
 */
export interface Spread extends Counts {
  /** Spaces that have it in the title of a page. */
  titled: string;
  /** Others that have it in a heading. */
  headed: string;
  others: string;
}

/** Something to look for in the index: a term, or all terms that begin so. */
export interface Alternative {
  term: string;
  prefix: boolean;
  /** Whether another alternative finds the same, so that this one only adds to the score. */
  implied: boolean;
}

export type FieldWeights = [text: number, description: number, heading: number, title: number];

/** What one word of a query adds to a passage's score. */
export interface Slot {
  /** The terms for the word, by language; any of them matches. */
  alternatives: ReadonlyMap<string, readonly Alternative[]>;
  spread: Spread;
  /** Weights of the fields D, C, B, A in relation to the highest, those of the text being 0. */
  inTitles: FieldWeights;
  /** The same with those of titles and headings being 0. */
  inText: FieldWeights;
  /** The gain of the highest weight. */
  gain: number;
  /** Share of the word in the query's meaning; 0 for what a passage is complete without. */
  share: number;
}

/** How much a word counts in each field, in relation to the text. Found by measuring; see docs/adr/0014-search.md. */
const BOOST = { title: 4, heading: 1.3, text: 1.5 };
const OPTIONAL = 0.6;
const REPAIRED = 0.7;

export interface FoundWord {
  word: QueryWord;
  alternatives: ReadonlyMap<string, readonly Alternative[]>;
  spread: Spread;
  repaired: boolean;
}

/** Weighs the words of a query by how rare they are in each field among `passages` passages. */
export function weigh(found: readonly FoundWord[], passages: number): Slot[] {
  const slots = found.map(({ word, alternatives, spread, repaired }) => {
    const damp = (word.optional ? OPTIONAL : 1) * (repaired ? REPAIRED : 1);
    const title = damp * BOOST.title * rarity(spread.titles, passages);
    const heading = damp * BOOST.heading * rarity(spread.headings, passages);
    const text = damp * BOOST.text * rarity(spread.bodies, passages);
    const gain = Math.max(title, heading, text);
    const inTitles: FieldWeights = [0, 0, heading / gain, title / gain];
    const inText: FieldWeights = [text / gain, text / gain, 0, 0];
    return { alternatives, spread, inTitles, inText, gain, share: word.optional ? 0 : rarity(spread.total, passages) };
  });
  const whole = slots.reduce((sum, slot) => sum + slot.share, 0);
  return slots.map((slot) => ({ ...slot, share: whole > 0 ? slot.share / whole : 0 }));
}

/** Inverse document frequency, never below zero. */
export function rarity(holding: number, passages: number): number {
  const held = Math.min(holding, passages);
  return Math.log(1 + (passages - held + 0.5) / (held + 0.5));
}

export function addSpreads(spreads: readonly Spread[]): Spread {
  const sum = { titles: 0, headings: 0, bodies: 0, total: 0, prominent: 0 };
  for (const spread of spreads) {
    sum.titles += spread.titles;
    sum.headings += spread.headings;
    sum.bodies += spread.bodies;
    sum.total += spread.total;
    sum.prominent += spread.prominent;
  }
  return {
    ...sum,
    titled: joined(spreads.map((spread) => spread.titled)),
    headed: joined(spreads.map((spread) => spread.headed)),
    others: joined(spreads.map((spread) => spread.others)),
  };
}

/** The spaces that know a word. */
export function everywhere({ titled, headed, others }: Pick<Spread, 'titled' | 'headed' | 'others'>): string {
  return joined([titled, headed, others]);
}

/** Lists of ids joined by commas as one of them. */
function joined(lists: readonly string[]): string {
  return lists.filter((list) => list !== '').join(',');
}
