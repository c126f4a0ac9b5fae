import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  IndexedPage,
  SearchHit,
  SearchPosition,
  SearchRequest,
} from '../../../../src/content/search/domain/search-index.js';
import { openSearchDatabase } from './search-database.js';
import type { SearchDatabase } from './search-database.js';

const SPACE = { organizationId: 'org', spaceId: 'space', language: 'en' };

describe('the search index', () => {
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

  const page = (pageId: string, title: string, text: string, more: Partial<IndexedPage> = {}): IndexedPage => ({
    pageId,
    title,
    sections: [{ anchor: null, heading: null, level: 0, key: 'a', text }],
    ...more,
  });
  const put = async (pages: IndexedPage[], space = SPACE) => {
    await database.putLive(space.organizationId, space.spaceId, pages);
    await database.inTransaction((index) => index.put(space, pages));
  };
  const search = async (query: string, more: Partial<SearchRequest> = {}): Promise<SearchHit[]> => {
    const spaces = await database.searched('org', ['space']);
    return (await database.index.searchPages({ spaces, query, limit: 50, ...more })).hits;
  };
  const found = async (query: string, more: Partial<SearchRequest> = {}) =>
    (await search(query, more)).map((hit) => hit.pageId);
  const vocabulary = async () =>
    (
      await database.pool.query<{ term: string }>(
        'select term, titles, headings, bodies, total, prominent from content.search_term order by organization_id, space_id, term',
      )
    ).rows;

  it('returns the page, its place in the tree and the section with the words', async () => {
    const parent = page('guides', 'Guides', 'All guides.');
    const child = page('tls', 'Encryption', 'How messages are kept secret.', {
      description: 'Secrets on the wire',
      sections: [
        { anchor: null, heading: null, level: 0, key: 'a', text: 'How messages are kept secret.' },
        { anchor: 'ciphers', heading: 'Ciphers', level: 1, key: 'b', text: 'The broker prefers ChaCha20 on phones.' },
      ],
    });
    await put([parent]);
    await database.putLive('org', 'space', [child], 'guides');
    await database.inTransaction((index) => index.put(SPACE, [child]));

    const [hit] = await search('chacha20');
    expect(hit).toMatchObject({
      spaceId: 'space',
      pageId: 'tls',
      title: 'Encryption',
      path: 'guides/tls',
      description: 'Secrets on the wire',
      ancestors: [{ id: 'guides', title: 'Guides' }],
    });
    expect(hit?.sections).toHaveLength(1);
    expect(hit?.sections[0]).toMatchObject({
      anchor: 'ciphers',
      heading: 'Ciphers',
      body: { text: 'The broker prefers ChaCha20 on phones.', cutBefore: false, cutAfter: false },
    });
    expect(hit?.sections[0]?.score).toBeGreaterThan(0);
  });

  it('shows the new title of an ancestor without indexing its descendants again', async () => {
    await put([page('top', 'Old name', 'x')]);
    await database.putLive('org', 'space', [page('leaf', 'Leaf', 'chlorophyll')], 'top');
    await database.inTransaction((index) => index.put(SPACE, [page('leaf', 'Leaf', 'chlorophyll')]));
    await database.pool.query(`update content.live_page set title = 'New name' where page_id = 'top'`);
    expect((await search('chlorophyll'))[0]?.ancestors).toEqual([{ id: 'top', title: 'New name' }]);
  });

  it('forgets the old words of an edited page and finds the new ones', async () => {
    await put([page('a', 'Fruit', 'bananas are yellow'), page('b', 'Other', 'nothing here')]);
    await put([page('a', 'Fruit', 'cherries are red')]);
    expect(await found('bananas')).toEqual([]);
    expect(await found('cherry')).toEqual(['a']);
    expect(await found('fruit')).toEqual(['a']);
  });

  it('keeps the same counts whether pages came at once, one by one, twice, or with others since removed', async () => {
    const pages = [
      page('a', 'The fruit guide', 'bananas and cherries', { description: 'fruit' }),
      page('b', 'Fruit', 'max_connections of bananas'),
      page('c', 'C++', '香蕉是黄色的 and cherries'),
    ];
    await put(pages);
    const expected = await vocabulary();
    expect(expected.length).toBeGreaterThan(8);
    for (const one of [...pages, ...pages]) await put([one]);
    await put([page('d', 'Passing guest', 'bananas and unique words')]);
    await database.inTransaction((index) => index.put(SPACE, [], ['d', 'never-there']));
    expect(await vocabulary()).toEqual(expected);
    const { rows } = await database.pool.query('select passages::int from content.search_space');
    expect(rows).toEqual([{ passages: 3 }]);
    const { rows: words } = await database.pool.query(`select word from content.search_word where word = 'unique'`);
    expect(words).toEqual([]);
  });

  it('takes a very large page in by several statements, lets other work have its turn, and takes all of it out', async () => {
    const words = Array.from({ length: 4_000 }, (_, at) => `w${at}a`).join(' ');
    const heading = `Numbers ${'of many words '.repeat(10_000)}`;
    const section = { anchor: 'n', heading, level: 1, key: 'b', text: `${'filler '.repeat(300_000)}${words}` };
    const large = page('large', 'Large', 'It begins.', { sections: [section] });
    let turns = 0;
    const other = setInterval(() => turns++, 1);
    await put([page('small', 'Small', 'platypus'), large, page('next', 'Next', 'ostrich')]);
    clearInterval(other);
    expect(turns).toBeGreaterThan(20);
    for (const [word, id] of Object.entries({ w7a: 'large', w3999a: 'large', platypus: 'small', ostrich: 'next' }))
      expect(await found(word)).toEqual([id]);
    const { rows } = await database.pool.query(
      `select max(length(heading)) as longest, count(*)::int as passages, count(distinct ordinal)::int as ordinals
       from content.search_passage where page_id = 'large'`,
    );
    expect(rows[0]).toMatchObject({ longest: 300 });
    expect(rows[0]?.passages).toBe(rows[0]?.ordinals);
    await database.inTransaction((index) => index.put(SPACE, [], ['small', 'large', 'next']));
    expect(await vocabulary()).toEqual([]);
    expect((await database.pool.query('select passages::int from content.search_space')).rows).toEqual([
      { passages: 0 },
    ]);
  });

  it('neither finds a removed page nor one that became hidden', async () => {
    await put([page('a', 'One', 'platypus'), page('b', 'Two', 'platypus')]);
    await database.inTransaction((index) => index.put(SPACE, [], ['a']));
    expect(await found('platypus')).toEqual(['b']);
    await put([page('b', 'Two', 'platypus', { hidden: true })]);
    expect(await found('platypus')).toEqual([]);
    expect(await vocabulary()).toEqual([]);
  });

  it('searches only the spaces it is given, and never those of another organization', async () => {
    const pages = [page('a', 'Secret plans', 'the codeword is ostrich')];
    const other = { ...SPACE, spaceId: 'other' };
    const foreign = { ...SPACE, organizationId: 'foreign' };
    for (const space of [SPACE, other, foreign]) await put(pages, space);
    const spaces = async (organizationId: string, ids: string[]) => {
      const hits = await search('ostrich', { spaces: await database.searched(organizationId, ids) });
      return hits.map((hit) => hit.spaceId);
    };
    expect(await spaces('org', ['space'])).toEqual(['space']);
    expect(await spaces('org', ['space', 'other'])).toEqual(['other', 'space']);
    expect(await spaces('org', [])).toEqual([]);
    await database.index.dropSpaces('foreign', ['space']);
    expect(await spaces('foreign', ['space'])).toEqual([]);
    expect(await spaces('org', ['space'])).toEqual(['space']);
  });

  it('leaves nothing of a dropped space', async () => {
    await put([page('a', 'One', 'platypus')]);
    await database.index.dropSpaces(SPACE.organizationId, [SPACE.spaceId]);
    for (const table of ['space', 'passage', 'term', 'word']) {
      const { rowCount } = await database.pool.query(`select 1 from content.search_${table}`);
      expect(rowCount).toBe(0);
    }
  });

  it('starts anew when the language of the space changes', async () => {
    await put([page('a', 'Chevaux', 'chevaux'), page('b', 'Old', 'old')]);
    await put([page('a', 'Installations', 'installations')], { ...SPACE, language: 'fr-CA' });
    expect(await found('installation')).toEqual(['a']);
    expect(await found('old')).toEqual([]);
  });

  it('goes through all hits page by page, each once and in the same order', async () => {
    await put(Array.from({ length: 23 }, (_, at) => page(`p${at}`, `Page ${at % 4}`, 'walrus '.repeat(1 + (at % 3)))));
    const all = await search('walrus');
    expect(all).toHaveLength(23);
    const seen: SearchHit[] = [];
    for (let after: SearchHit | undefined; ; after = seen.at(-1)) {
      const next = await search('walrus', { limit: 5, after });
      if (next.length === 0) break;
      seen.push(...next);
    }
    expect(seen.map((hit) => hit.pageId)).toEqual(all.map((hit) => hit.pageId));
    expect(new Set(seen.map((hit) => hit.pageId)).size).toBe(23);
  });

  it('goes on behind pages that left the tree since they were indexed', async () => {
    await put(Array.from({ length: 9 }, (_, at) => page(`p${at}`, `Walrus ${at}`, 'walrus '.repeat(9 - at))));
    await database.pool.query(`delete from content.live_page where page_id in ('p1', 'p3', 'p4', 'p5')`);
    const spaces = await database.searched('org', ['space']);
    const seen: string[][] = [];
    for (let after: SearchPosition | undefined; ;) {
      const { hits, more, last } = await database.index.searchPages({ spaces, query: 'walrus', limit: 3, after });
      seen.push(hits.map((hit) => hit.pageId));
      if (!more) break;
      after = last;
    }
    expect(seen.flat().sort()).toEqual(['p0', 'p2', 'p6', 'p7', 'p8']);
    expect(seen).toHaveLength(3);
  });

  it('cuts the excerpt of a long text around the words', async () => {
    await put([
      page('a', 'Long', `${'Lorem ipsum dolor. '.repeat(400)} The kingfisher dives. ${'Sit amet elit. '.repeat(400)}`),
    ]);
    const body = (await search('kingfishers'))[0]?.sections[0]?.body.text ?? '';
    expect(body).toContain('The kingfisher dives.');
    expect(body.length).toBeLessThan(260);
  });

  it.each([
    "'",
    "'' or 1=1 --",
    ':*',
    'foo:*',
    '&|!()',
    '!fox',
    'fox & !hen',
    '<->',
    '\\',
    "fox\\'",
    '%_%',
    '"fox"',
    '...',
    '???',
    '🦊',
    '🦊 fox',
    '­',
    '\u200b',
    '\ud800',
    'a'.repeat(512),
    'fox '.repeat(128),
    '狐'.repeat(512),
    'a-b_c.d'.repeat(73),
    '1.2.3.4.5.6',
    '$1',
    'ſ',
    'İ',
  ])('answers the hostile query %j', async (query) => {
    await put([page('a', "It's a fox: & | ! ( ) \\ ' %", `fox ' \\ :* & | ! 🦊 \ud800 狐`)]);
    const hits = await search(query);
    expect(hits.length).toBeLessThanOrEqual(1);
    if (/fox/.test(query)) expect(hits).toHaveLength(query === 'foo:*' ? 0 : 1);
  });

  it('answers nothing for a query without letters and digits', async () => {
    await put([page('a', 'A page', 'text')]);
    for (const query of ['', ' ', '!!', '🦊', '-_-']) expect(await found(query)).toEqual([]);
  });

  it('finds a page by its title alone, stop words and all', async () => {
    await put([page('a', 'What is it?', ''), page('b', 'Else', 'what it is')]);
    expect((await found('what is it'))[0]).toBe('a');
  });

  it('lets indexers of one space at the same time neither block for ever nor spoil the counts', async () => {
    const pages = Array.from({ length: 12 }, (_, at) => page(`p${at}`, `Page ${at}`, `common words and word${at}`));
    await put(pages);
    const expected = await vocabulary();
    const rounds = [pages, [...pages].reverse(), pages.slice(3, 9), [...pages].reverse().slice(2)];
    await Promise.all(rounds.map((round) => database.inTransaction((index) => index.put(SPACE, round))));
    expect(await vocabulary()).toEqual(expected);
    expect(await found('common')).toHaveLength(12);
  });

  it('takes nothing back that a rolled back transaction wrote', async () => {
    await put([page('a', 'One', 'platypus')]);
    const failing = database.inTransaction(async (index) => {
      await index.put(SPACE, [page('a', 'One', 'walrus')]);
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await found('platypus')).toEqual(['a']);
    expect(await found('walrus')).toEqual([]);
  });
});
