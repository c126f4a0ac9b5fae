import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IndexedPage, SearchPosition } from '../../../../src/content/search/domain/search-index.js';
import { openSearchDatabase, type SearchDatabase } from './search-database.js';

const ORGANIZATION = 'org';

describe('a search for what a page is about and its place', () => {
  let database: SearchDatabase;

  beforeAll(async () => {
    database = await openSearchDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.pool.query(
      'truncate content.search_space, content.search_passage, content.search_term, content.search_word, content.live_page',
    );
  });

  type Section = [heading: string, text: string];
  const page = (title: string, text: string, sections: Section[] = []): IndexedPage => ({
    pageId: title,
    title,
    sections: [
      { anchor: null, heading: null, level: 0, key: 'lead', text },
      ...sections.map(([heading, body]) => ({ anchor: heading, heading, level: 1, key: heading, text: body })),
    ],
  });
  const put = async (pages: IndexedPage[], parent?: string, spaceId = 'en') => {
    await database.putLive(ORGANIZATION, spaceId, pages, parent);
    const space = { organizationId: ORGANIZATION, spaceId, language: spaceId };
    await database.inTransaction((index) => index.put(space, pages));
  };
  const search = async (query: string, spaceId = 'en', after?: SearchPosition, limit = 10) => {
    const spaces = await database.searched(ORGANIZATION, [spaceId]);
    return (await database.index.searchPages({ spaces, query, limit, after })).hits;
  };
  const titles = async (query: string, spaceId = 'en') => (await search(query, spaceId)).map(({ title }) => title);

  /** Pages that say much of both words in their text and headings. */
  const mentioning = (one: string, other: string): IndexedPage[] =>
    ['Upgrade notes', 'Commands'].map((title) =>
      page(title, `The ${one} ${other}, the ${one} ${other} and again the ${one} ${other}.`, [
        [`${one} ${other} options`, `All of the ${one} ${other}: ${other} after ${other}, ${one} after ${one}.`],
      ]),
    );

  it('finds the page first whose title and those above it hold the query', async () => {
    await put([page('Inputs', 'Where records come from.'), ...mentioning('tail', 'input')]);
    await put([page('Tail', 'Reads a file as it grows.')], 'Inputs');
    expect((await titles('tail input'))[0]).toBe('Tail');
    expect((await titles('input tail'))[0]).toBe('Tail');
    expect((await titles('tail inp'))[0]).toBe('Tail');
  });

  it('takes a group for a place, of which no page is indexed', async () => {
    await put(mentioning('kubernetes', 'filter'));
    await database.putLive(ORGANIZATION, 'en', [page('Filters', '')]);
    await put([page('Kubernetes', 'Adds what is known of a container.')], 'Filters');
    expect((await titles('kubernetes filter'))[0]).toBe('Kubernetes');
  });

  it('knows the place of a page at once when a page above it is renamed or it is moved', async () => {
    await put([page('Sources', 'Where records come from.'), ...mentioning('tail', 'input')]);
    await put([page('Tail', 'Reads a file as it grows.')], 'Sources');
    expect((await titles('tail input'))[0]).not.toBe('Tail');
    await database.pool.query(`update content.live_page set title = 'Inputs' where page_id = 'Sources'`);
    expect((await titles('tail input'))[0]).toBe('Tail');
    await database.pool.query(`update content.live_page set parent_id = null where page_id = 'Tail'`);
    expect((await titles('tail input'))[0]).not.toBe('Tail');
  });

  it('lifts no page whose own title has none of the words', async () => {
    await put([page('Tail inputs', 'All of them.'), ...mentioning('tail', 'input')]);
    await put([page('History', 'When the tail input came.')], 'Tail inputs');
    const order = await titles('tail input');
    expect(order.indexOf('History')).toBeGreaterThan(order.indexOf('Tail inputs'));
    expect(order.indexOf('History')).toBeGreaterThan(order.indexOf('Commands'));
  });

  it('does not take another word that begins alike for the word', async () => {
    await put([page('Inputting devices of old', 'Keyboards.'), ...mentioning('tail', 'input')]);
    await put([page('Tail', 'Reads a file as it grows.')], 'Inputting devices of old');
    expect((await titles('tail input options'))[0]).not.toBe('Tail');
  });

  it('reads titles with accents, capitals of other alphabets, and without spaces', async () => {
    await put([page('Entrées', 'Tout.'), ...mentioning('fichier', 'entree')], undefined, 'fr');
    await put([page('Fichier', 'Lit un fichier.')], 'Entrées', 'fr');
    expect((await titles('fichier entrée', 'fr'))[0]).toBe('Fichier');
    await put([page('Фильтры', 'Все.'), ...mentioning('кластер', 'фильтр')], undefined, 'ru');
    await put([page('Кластер', 'Узлы.')], 'Фильтры', 'ru');
    expect((await titles('кластер фильтр', 'ru'))[0]).toBe('Кластер');
    await put([page('输入', '全部。'), ...mentioning('文件', '输入')], undefined, 'zh');
    await put([page('文件', '读取。')], '输入', 'zh');
    expect((await titles('文件 输入', 'zh'))[0]).toBe('文件');
  });

  it('goes through all hits page by page, each once, whatever their place', async () => {
    await put([page('Inputs', 'Where records come from.'), ...mentioning('tail', 'input')]);
    await put([page('Tail', 'An input.'), page('Tail of files', 'An input as well.')], 'Inputs');
    const all = await titles('tail input');
    expect(all.length).toBeGreaterThan(3);
    const one: string[] = [];
    for (let after: SearchPosition | undefined; ;) {
      const [hit] = await search('tail input', 'en', after, 1);
      if (!hit) break;
      one.push(hit.title);
      after = hit;
    }
    expect(one).toEqual(all);
  });

  it('shows the section first whose heading is the query, before those that only begin with it', async () => {
    const sections: Section[] = [
      ['Storage options', 'Storage options of a storage, with storage and options: storage, options.'],
      ['Storage limits', 'The storage limits a storage: storage, storage, storage and limits.'],
      ['Storage', 'Where it is kept.'],
    ];
    await put([page('Configuration', 'All settings.', sections), page('Other', 'Storage is elsewhere.')]);
    for (const query of ['storage', 'Storage', ' storage ']) {
      const [first] = await search(query);
      expect(first?.title).toBe('Configuration');
      expect(first?.sections[0]?.heading).toBe('Storage');
      const scores = first?.sections.map(({ score }) => score) ?? [];
      expect(scores).toEqual([...scores].sort((left, right) => right - left));
    }
  });
});
