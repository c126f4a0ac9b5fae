import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IndexedPage, SearchedSpaces } from '../../../../src/content/search/domain/search-index.js';
import { SCORED_LIMIT } from '../../../../src/content/search/infrastructure/ranking.js';
import { openSearchDatabase } from './search-database.js';
import type { SearchDatabase } from './search-database.js';

const SPACES = 60;
const PAGES = 12;

const idOf = (kind: string, at: number) => `${kind}${String(at).padStart(3, '0')}`;

function page(pageId: string, title: string, text: string, heading?: string): IndexedPage {
  const lead = { anchor: null, heading: null, level: 0, key: 'a', text };
  const section = heading === undefined ? [] : [{ anchor: 's', heading, level: 1, key: 'b', text: 'More of it.' }];
  return { pageId, title, sections: [lead, ...section] };
}

/** All of these words are frequent; no text says anything of walruses and of seals. */
function frequent(at: number): IndexedPage {
  const animal = at % 2 === 0 ? 'walrus' : 'seal';
  return page(idOf('page', at), `The ${animal} of the north ${at}`, `A ${animal} sleeps on ice.`, 'Colonies');
}

/** Two of three have both words in their text, and the third one of them in its title. */
function large(at: number): IndexedPage {
  const id = idOf('page', at);
  if (at % 3 > 0) return page(id, `Page ${at}`, 'An otter meets a puffin.');
  return page(id, `${at % 2 === 0 ? 'Otter' : 'Puffin'} ${at}`, 'Nothing.');
}

/** In the last space, which is about none of it more than others. */
const LAST = [
  page('exact', 'Walrus', 'Nothing else.'),
  page('rare', 'Something', 'Narwhals swim here.'),
  page('both', 'Friends', 'A seal greets a walrus.'),
];

describe('searching a site of many spaces', () => {
  let database: SearchDatabase;
  let spaces: SearchedSpaces;

  beforeAll(async () => {
    database = await openSearchDatabase();
    const ids = Array.from({ length: SPACES }, (_, at) => idOf('space', at));
    const pages = Array.from({ length: PAGES }, (_, at) => frequent(at));
    for (const [at, spaceId] of ids.entries()) {
      const put = at === SPACES - 1 ? LAST : pages;
      await database.putLive('org', spaceId, put);
      await database.index.put({ organizationId: 'org', spaceId, language: 'en' }, put);
    }
    await database.putSpaces('org', ids);
    spaces = await database.searched('org', ids);
  });
  afterAll(() => database.close());

  const found = async (query: string, limit = 20) =>
    (await database.index.searchPages({ spaces, query, limit })).hits.map(({ pageId }) => pageId);

  it('puts the page first that has the query for a title, however many have the word in theirs', async () => {
    expect((await found('walrus'))[0]).toBe('exact');
    expect((await found('Walrus!'))[0]).toBe('exact');
  });

  it('finds a rare word in whichever space it is', async () => {
    expect(await found('narwhal')).toEqual(['rare']);
    expect((await found('walrus narwhal'))[0]).toBe('rare');
  });

  it('finds the only passage that has all words, though each of them is in hundreds of others', async () => {
    expect(await found('walrus seal', 1_000)).toContain('both');
  });

  it('shows more spaces than one page of answers has, and the best pages of each', async () => {
    const { hits, more, last } = await database.index.searchSpaces({ spaces, query: 'walrus', limit: 20 });
    expect(hits).toHaveLength(20);
    expect(more).toBe(true);
    expect(hits[0]?.spaceId).toBe(idOf('space', SPACES - 1));
    for (const { pages } of hits) expect(pages.length).toBeGreaterThan(0);
    const next = await database.index.searchSpaces({
      spaces,
      query: 'walrus',
      limit: 20,
      after: last,
    });
    expect(next.hits.length).toBeGreaterThan(0);
    const seen = new Set(hits.map(({ spaceId }) => spaceId));
    expect(next.hits.filter(({ spaceId }) => seen.has(spaceId))).toEqual([]);
  });

  it('scores a bounded number of passages, though thousands have the words', async () => {
    const lists = await Promise.all(['walrus seal colony', 'wal', 's', 'ice'].map((query) => found(query, 1_000)));
    for (const list of lists) {
      expect(list.length).toBeGreaterThanOrEqual(100);
      expect(list.length).toBeLessThanOrEqual(SCORED_LIMIT);
    }
  });
  it('scores at most 500 where a few large spaces have all words, and each word apart in titles', async () => {
    const ids = Array.from({ length: 6 }, (_, at) => idOf('large', at));
    for (const spaceId of ids) {
      const put = Array.from({ length: 160 }, (_, at) => large(at));
      await database.putLive('org', spaceId, put);
      await database.index.put({ organizationId: 'org', spaceId, language: 'en' }, put);
    }
    await database.putSpaces('org', ids);
    const few = await database.searched('org', ids);
    const { hits } = await database.index.searchPages({ spaces: few, query: 'otter puffin', limit: 1_000 });
    expect(hits).toHaveLength(500);
  });
});
