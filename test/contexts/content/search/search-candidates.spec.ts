import { describe, expect, it } from '@jest/globals';
import type { Slot } from '../../../../src/content/search/domain/scoring.js';
import { rankedQuery } from '../../../../src/content/search/infrastructure/ranked-query.js';

const PASSAGES = 900_000;

/** A word of a query, in so many passages and in so many titles and headings, of one space if none are named. */
function slot(term: string, total: number, prominent: number, more: { prefix?: boolean; spaces?: string } = {}): Slot {
  const counts = { titles: 0, headings: prominent, bodies: total, total, prominent };
  return {
    alternatives: new Map([['en', [{ term, prefix: more.prefix ?? false, implied: false }]]]),
    spread: { ...counts, titled: more.spaces ?? 'space', headed: '', others: `with-${term},space` },
    inTitles: [0, 0, 1, 1],
    inText: [1, 1, 0, 0],
    gain: 1,
    share: 0.5,
  };
}

const spacesOf = (count: number) => Array.from({ length: count }, (_, at) => `space${at}`).join(',');

function ranked(slots: Slot[], title = '') {
  return rankedQuery(slots, new Map([['en', { key: 'key', spaces: title }]]), PASSAGES);
}

const candidates = (...slots: Slot[]): string[] => ranked(slots).candidates;

describe('the passages that are looked at for a query', () => {
  it('are all with a rare word, in every space that has it', () => {
    const {
      candidates: queries,
      spaces,
      mostOfSpace,
    } = ranked([slot('walrus', 200, 10, { spaces: spacesOf(100) }), slot('page', 400_000, 90_000)]);
    expect(queries).toEqual(["'$/walrus'"]);
    expect(spaces).toEqual([`${spacesOf(100)},with-walrus,space`]);
    expect(mostOfSpace).toEqual([300]);
  });

  it('are those about a frequent word, those with it in a title first', () => {
    expect(candidates(slot('page', 400_000, 90_000))).toEqual(["'$~page'", "'$^page'"]);
  });

  it('are before all others the pages that have the query for a title, in every space that has one', () => {
    const { candidates: queries, spaces, factors } = ranked([slot('page', 400_000, 90_000)], spacesOf(3));
    expect(queries).toEqual(["'$=key'", "'$~page'", "'$^page'"]);
    expect(spaces[0]).toBe(spacesOf(3));
    expect(factors).toEqual([3, 1, 1]);
  });

  it('are those with all words, in the spaces that have each of them, where they are not too many', () => {
    const { candidates: queries, spaces } = ranked([slot('seal', 9_000, 400), slot('pup', 20_000, 900)]);
    expect(queries).toEqual(["('$/seal') & ('$/pup')", "'$~seal'", "'$^seal'"]);
    expect(spaces[0]).toBe('space');
  });

  it('are of too many with all words first those that have one of them in a title or heading', () => {
    expect(candidates(slot('seal', 100_000, 6_000), slot('pup', 120_000, 7_000))).toEqual([
      "('$~seal' | '$^seal') & ('$/pup')",
      "('$/seal') & ('$~pup' | '$^pup')",
      "'$~seal'",
      "'$^seal'",
    ]);
  });

  it('are found without reading everything that begins with frequent letters', () => {
    const many = slot('s', 1_200_000, 9_000, { prefix: true });
    expect(candidates(slot('seal', 100_000, 6_000), many)[0]).toBe("('$/seal') & ('$~s':* | '$^s':*)");
    expect(
      candidates(slot('seal', 100_000, 6_000), { ...many, spread: { ...many.spread, prominent: 60_000 } }),
    ).toEqual(["'$~seal'", "'$^seal'"]);
  });

  it('do not need a word that occurs nearly everywhere', () => {
    const the = { ...slot('the', 890_000, 900), share: 0.01 };
    expect(candidates(slot('seal', 9_000, 400), the)).toEqual(["'$~seal'", "'$^seal'"]);
  });

  it('are shared out among the spaces, and in many of them among so many as are shown', () => {
    const shares = [1, 10, 100].map((count) => {
      const { most, mostOfSpace } = ranked([slot('page', 400_000, 90_000, { spaces: spacesOf(count) })]);
      return { most: most[0], mostOfSpace: mostOfSpace[0] };
    });
    expect(shares).toEqual([
      { most: 150, mostOfSpace: 150 },
      { most: 150, mostOfSpace: 15 },
      { most: 100, mostOfSpace: 4 },
    ]);
  });
});
