import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IndexedPage, SearchedSpaces } from '../../../../src/content/search/domain/search-index.js';
import { openSearchDatabase, TestIndex } from './search-database.js';
import type { SearchDatabase } from './search-database.js';

/** Most spaces have a page, one has many: on average there seems to be nothing to gain from looking closer. */
const SMALL_SPACES = 60;
const PAGES = 300;

/** The indexes that a plan uses, each with the conditions it is asked with. */
function usesOf(plan: string): { index: string; condition: string }[] {
  const lines = plan.split('\n');
  return lines.flatMap((line, at) => {
    const index = /(?:using|Bitmap Index Scan on) (\w+)/.exec(line)?.[1];
    if (index === undefined) return [];
    const [condition] = lines.slice(at + 1, at + 3).filter((next) => next.includes('Index Cond'));
    return [{ index, condition: condition ?? '' }];
  });
}

describe('the plans PostgreSQL keeps for searches', () => {
  let database: SearchDatabase;
  let one: SearchedSpaces;
  let few: SearchedSpaces;
  let many: SearchedSpaces;

  beforeAll(async () => {
    database = await openSearchDatabase();
    const words = Array.from({ length: 60 }, (_, at) => `${String.fromCharCode(97 + (at % 26))}word${at}`).join(' ');
    const page = (id: string): IndexedPage => ({
      pageId: id,
      title: `Walrus ${id}`,
      sections: [{ anchor: null, heading: null, level: 0, key: 'a', text: `Walruses, ${id} and ${words}` }],
    });
    const put = async (organizationId: string, spaceId: string, pages: IndexedPage[]) => {
      await database.putLive(organizationId, spaceId, pages);
      await database.index.put({ organizationId, spaceId, language: 'en' }, pages);
    };
    const small = Array.from({ length: SMALL_SPACES }, (_, at) => `small${at}`);
    for (const id of small) {
      await put('org', id, [page(`${id}p`)]);
      await put(`other-${id}`, id, [page(`${id}p`)]);
    }
    const pages = Array.from({ length: PAGES }, (_, at) => page(`p${at}`));
    await put('org', 'big', pages);
    // As where there are thousands of spaces, each with a passage or two.
    await database.pool.query('alter table content.search_passage alter column space_id set (n_distinct = 100000)');
    await database.pool.query('vacuum analyze');
    one = await database.searched('org', ['big']);
    few = await database.searched('org', ['big', ...small.slice(0, 9)]);
    many = await database.searched('org', ['big', ...small]);
  });
  afterAll(() => database.close());

  /** What the statements of a search use, the plan of each made without its values. */
  async function uses(spaces: SearchedSpaces, query: string) {
    const client = await database.pool.connect();
    const used: Record<string, ReturnType<typeof usesOf>> = {};
    try {
      // The tables are small here, so that going through a whole one, or fetching rows in their order, would be right.
      await client.query(
        'set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set random_page_cost = 1.1',
      );
      const index = new TestIndex({
        rows: async <R extends object>(name: string, text: string, values: readonly unknown[] = []) => {
          const { rows } = await client.query<R & object>({ name, text, values: [...values] });
          const nulls = values.map(() => 'null').join(', ');
          const plan = await client.query<{ 'QUERY PLAN': string }>(`explain execute "${name}"(${nulls})`);
          used[name.replace('content.search.', '')] = usesOf(plan.rows.map((row) => row['QUERY PLAN']).join('\n'));
          return rows;
        },
      });
      const { hits } = await index.searchPages({ spaces, query, limit: 10 });
      expect(hits).not.toEqual([]);
    } finally {
      await client.query('reset all');
      client.release();
    }
    return used;
  }
  const indexesOf = (used: { index: string }[] = []) => [...new Set(used.map(({ index }) => index))].sort();

  it('find passages by their terms and nothing else, and pages by their ids', async () => {
    const used = (await uses(one, 'walrus'))['pages-1'];
    expect(indexesOf(used)).toEqual(['live_page_pkey', 'search_passage_terms', 'search_space_pkey']);
  });

  it('look words up space by space where there are few, and word by word where there are many', async () => {
    const bySpace = ['search_term_pkey', 'search_word_pkey'];
    expect(indexesOf((await uses(one, 'walrus'))['look-up in one'])).toEqual(bySpace);
    expect(indexesOf((await uses(few, 'walrus'))['look-up in few'])).toEqual(bySpace);
    const byWord = ['search_term_of_all', 'search_word_by_word'];
    expect(indexesOf((await uses(many, 'walrus'))['look-up in many'])).toEqual(byWord);
    const sampled = [...byWord, 'search_space_pkey', 'search_term_pkey'].sort();
    for (const [query, lookUp] of [
      ['walr', 'in many, short'],
      ['wa', 'in many, shortest'],
    ] as const) {
      expect(indexesOf((await uses(many, query))[`look-up ${lookUp}`])).toEqual(sampled);
    }
  });

  it('look for neighbours of a wrong word with its first and last letters, whatever the number of spaces', async () => {
    for (const [spaces, way] of [
      [one, 'by space'],
      [many, 'by word'],
    ] as const) {
      const used = (await uses(spaces, 'walruz'))[`neighbours ${way}`] ?? [];
      expect(used.length).toBeGreaterThan(0);
      for (const { condition } of used) expect(condition).toMatch(/word.* < /);
    }
  });
});
