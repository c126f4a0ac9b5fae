import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  IndexedPage,
  SearchedSpaces,
  SearchPosition,
  SpaceHit,
} from '../../../../src/content/search/domain/search-index.js';
import { openSearchDatabase } from './search-database.js';
import type { SearchDatabase } from './search-database.js';

const PAGES = 100;
/** Passages of a page: together more than are scored for one query, so that some are passed over. */
const SECTIONS = 4;
const SHOWN_AT_A_TIME = 25;
const RARE = [
  'quasar',
  'nebula',
  'pulsar',
  'meteor',
  'comets',
  'aurora',
  'zenith',
  'equinox',
  'parallax',
  'perihelion',
];

const idOf = (kind: string, at: number) => `${kind}${String(at).padStart(4, '0')}`;

/** Pages of few frequent and some rare words; what is in one depends on its number alone. */
function pageOf(at: number): IndexedPage {
  const rare = (more: number) => RARE[(at * 7 + more * 3) % RARE.length];
  return {
    pageId: idOf('page', at),
    title: at % 2 === 0 ? `Telescopes of the ${rare(0)}` : `The ${rare(1)} organization`,
    description: at % 5 === 0 ? `Observing a ${rare(2)}` : undefined,
    sections: Array.from({ length: SECTIONS }, (_, section) => ({
      anchor: section === 0 ? null : `s${section}`,
      heading: section === 0 ? null : `${section === 1 ? 'Observations' : 'Remarks'} ${rare(section)}`,
      level: section === 0 ? 0 : 1,
      key: 'a',
      text: `The telescope organizes ${section % 2 === 0 ? rare(at % 3) : 'companies'} and ${rare(section + at)} light.`,
    })),
  };
}

const QUERIES = [
  ...['telescope', 'quasar', 'telescope quasar', 'telescope companies light', 'observation', 'the'],
  ...['tel', 'te', 't', 'organiz', 'organizati', 'companie', 'perih', 'telescope pul'],
  ...['telescpe', 'quasr', 'perihelian', 'equinx zeneth', 'nebulae of telescopes'],
  ...['telescopes of the quasar', 'the pulsar organization'],
];

describe('searching many spaces', () => {
  let database: SearchDatabase;
  let together: SearchedSpaces;
  let apart: SearchedSpaces;

  /** The same pages in one space of an organization and in as many spaces of another, which has more than these. */
  beforeAll(async () => {
    database = await openSearchDatabase();
    const put = async (organizationId: string, spaceId: string, pages: IndexedPage[]) => {
      await database.putLive(organizationId, spaceId, pages);
      await database.index.put({ organizationId, spaceId, language: 'en' }, pages);
    };
    const pages = Array.from({ length: PAGES }, (_, at) => pageOf(at));
    await put('small', 'space', pages);
    for (const [at, page] of pages.entries()) await put('large', idOf('space', at), [page]);
    for (let at = 0; at < 20; at++) {
      const page: IndexedPage = { ...pageOf(at), title: 'A telescopic quaser', pageId: idOf('other', at) };
      await put('large', idOf('unseen', at), [page]);
    }
    together = await database.searched('small', ['space']);
    const ids = pages.map((_, at) => idOf('space', at));
    await database.putSpaces('large', ids);
    apart = await database.searched('large', ids);
  });
  afterAll(() => database.close());

  it.each(QUERIES)('gives the pages the scores and the order they have in one: %s', async (query) => {
    const found = async (spaces: SearchedSpaces) => {
      const { hits, more } = await database.index.searchPages({ spaces, query, limit: 50 });
      return { more, hits: hits.map(({ pageId, score, sections }) => ({ pageId, score, sections })) };
    };
    const expected = await found(together);
    expect(expected.hits).not.toEqual([]);
    expect(await found(apart)).toEqual(expected);
  });

  it('finds the pages that hold two frequent words in their text alone', async () => {
    const found = async (spaces: SearchedSpaces) => {
      const { hits } = await database.index.searchPages({ spaces, query: 'telescope light', limit: 200 });
      return hits.length;
    };
    expect(await found(together)).toBe(PAGES);
    // Of more spaces than are shown at a time some are passed over.
    expect(await found(apart)).toBeGreaterThanOrEqual(SHOWN_AT_A_TIME);
  });

  it('finds something for what is spelled as in another space, but nothing of that space', async () => {
    const { hits } = await database.index.searchPages({ spaces: apart, query: 'quaser', limit: 200 });
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.filter(({ spaceId }) => spaceId.startsWith('unseen'))).toEqual([]);
  });

  it('lists the spaces of the best pages in their order, each once, page by page', async () => {
    const { hits: pages } = await database.index.searchPages({ spaces: apart, query: 'quasar', limit: 100 });
    const seen: SpaceHit[] = [];
    for (let after: SearchPosition | undefined; ;) {
      const { hits, more, last } = await database.index.searchSpaces({
        spaces: apart,
        query: 'quasar',
        limit: 7,
        after,
      });
      seen.push(...hits);
      if (!more) break;
      after = last;
    }
    expect(seen.length).toBeGreaterThan(7);
    expect(seen.map((hit) => hit.pages)).toEqual(pages.map((page) => [page]));
    expect(seen.map(({ spaceId, title, score }) => [spaceId, title, score])).toEqual(
      pages.map(({ spaceId, score }) => [spaceId, spaceId, score]),
    );
  });

  it('shows the ten best pages of a space, and none of one that is gone', async () => {
    const search = () => database.index.searchSpaces({ spaces: together, query: 'quasar', limit: 7 });
    expect(await search()).toMatchObject({ hits: [], more: false, last: { spaceId: 'space' } });
    await database.putSpaces('small', ['space']);
    const { hits } = await search();
    expect(hits).toMatchObject([{ spaceId: 'space', title: 'space' }]);
    expect(hits[0]?.pages).toHaveLength(10);
    const [best, second] = hits[0]?.pages ?? [];
    expect(hits[0]?.score).toBe(best?.score);

    await database.pool.query('delete from content.live_page where page_id = $1', [best?.pageId]);
    const rest = await search();
    expect(rest.hits[0]?.pages).toHaveLength(9);
    expect(rest.hits[0]?.pages[0]).toEqual(second);
    expect(rest.last).toEqual({ score: best?.score, spaceId: 'space', pageId: best?.pageId, rank: 1 });
  });
});
