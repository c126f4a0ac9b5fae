import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JUDGED_QUERIES, JUDGED_SPACES, judgedPages } from '../../../fixtures/search/judged-set.js';
import { openSearchDatabase } from './search-database.js';
import type { SearchDatabase } from './search-database.js';

const ORGANIZATION = 'org';

describe('the ranking of search results', () => {
  let database: SearchDatabase;

  beforeAll(async () => {
    database = await openSearchDatabase();
    for (const spaceId of JUDGED_SPACES) {
      const pages = judgedPages(spaceId);
      await database.putLive(ORGANIZATION, spaceId, pages);
      await database.index.put({ organizationId: ORGANIZATION, spaceId, language: spaceId }, pages);
    }
  });
  afterAll(() => database.close());

  const titles = async (spaceIds: string[], query: string) => {
    const spaces = await database.searched(ORGANIZATION, spaceIds);
    const { hits } = await database.index.searchPages({ spaces, query, limit: 10 });
    return hits.map((hit) => hit.title);
  };

  const judge = async (spacesFor: (space: string) => string[]) => {
    let sum = 0;
    const missed: string[] = [];
    for (const { space, query, first } of JUDGED_QUERIES) {
      const place = (await titles(spacesFor(space), query)).indexOf(first);
      if (place >= 0) sum += 1 / (place + 1);
      if (place < 0) missed.push(`${space}: ${query}`);
    }
    return { reciprocalRank: sum / JUDGED_QUERIES.length, missed };
  };

  it('puts the judged page first almost always and never leaves it out', async () => {
    const { reciprocalRank, missed } = await judge((space) => [space]);
    expect(missed).toEqual([]);
    expect(reciprocalRank).toBeGreaterThan(0.98);
  });

  it('is nearly as good when spaces of five languages are searched at once', async () => {
    const { reciprocalRank, missed } = await judge(() => JUDGED_SPACES);
    expect(missed).toEqual([]);
    expect(reciprocalRank).toBeGreaterThan(0.95);
  });

  it('finds a word before it is typed to the end', async () => {
    expect((await titles(['en'], 'kub'))[0]).toBe('Deploy on Kubernetes');
    expect((await titles(['en'], 'encry'))[0]).toBe('Encryption');
  });

  it('takes a word with one wrong letter for the word that exists', async () => {
    for (const typo of ['retnetion', 'retentoin', 'retenion', 'retenttion', 'retentiom']) {
      expect((await titles(['en'], typo))[0]).toBe('Retention');
    }
  });

  it('does not repair a word that exists', async () => {
    expect(await titles(['en'], 'parquet')).toEqual(['S3 connector']);
  });
});
