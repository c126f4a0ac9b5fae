import { describe, expect, it } from '@jest/globals';
import type { Slot } from '../../../src/content/domain/search/scoring.js';
import { scoredOfEach } from '../../../src/content/infrastructure/search/ranking.js';
import { rankedQuery } from '../../../src/content/infrastructure/search/ranked-query.js';

const PASSAGES = 900_000;

/** A word of a query, in so many passages and in so many titles and headings. */
function slot(term: string, total: number, prominent: number, prefix = false): Slot {
  const counts = { titles: 0, headings: prominent, bodies: total, total, prominent };
  return {
    alternatives: new Map([['en', [{ term, prefix, implied: false }]]]),
    spread: { ...counts, spaces: `with-${term}`, prominentSpaces: `about-${term}` },
    inTitles: [0, 0, 1, 1],
    inText: [1, 1, 0, 0],
    gain: 1,
    share: 0.5,
  };
}

function candidates(...slots: Slot[]): { query: string; spaces: string[] } {
  const { candidates: queries, spaces } = rankedQuery(slots, new Map([['en', 'key']]), PASSAGES);
  return { query: queries.join(), spaces };
}

describe('the passages that are looked at for a query', () => {
  it('are all with a rare word, wherever they have it', () => {
    expect(candidates(slot('walrus', 200, 10), slot('page', 400_000, 90_000)).query).toBe("'$/walrus'");
  });

  it('are those about a frequent word', () => {
    expect(candidates(slot('page', 400_000, 90_000)).query).toBe("'$^page'");
  });

  it('are also those with all words, where they are not too many', () => {
    const { query, spaces } = candidates(slot('seal', 9_000, 400), slot('pup', 20_000, 900));
    expect(query).toBe("'$^seal' | ('$/seal') & ('$/pup')");
    expect(spaces.sort()).toEqual(['about-seal', 'with-seal']);
  });

  it('are of too many with all words those that have one of them in a title or heading', () => {
    const { query, spaces } = candidates(slot('seal', 100_000, 6_000), slot('pup', 120_000, 7_000));
    expect(query).toBe("('$^seal') & ('$/pup') | ('$/seal') & ('$^pup')");
    expect(spaces.sort()).toEqual(['about-pup', 'about-seal']);
  });

  it('are found without reading everything that begins with frequent letters', () => {
    const many = slot('s', 1_200_000, 20_000, true);
    expect(candidates(slot('seal', 100_000, 6_000), many).query).toBe("('$/seal') & ('$^s':*)");
    expect(
      candidates(slot('seal', 100_000, 6_000), { ...many, spread: { ...many.spread, prominent: 60_000 } }).query,
    ).toBe("'$^seal'");
  });
});

describe('the passages that are scored of each space', () => {
  it('are fewer the more spaces there are, so that they are some thousands in all', () => {
    const limits = [1, 5, 6, 10, 25, 50, 51, 100, 10_000].map(scoredOfEach);
    expect(limits).toEqual([1000, 1000, 500, 500, 200, 100, 50, 50, 50]);
  });
});
