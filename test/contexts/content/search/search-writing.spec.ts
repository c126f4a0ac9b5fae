import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IndexedPage } from '../../../../src/content/search/domain/search-index.js';
import type { Sql } from '../../../../src/content/search/infrastructure/sql.js';
import { openSearchDatabase, TestIndex } from './search-database.js';
import type { SearchDatabase } from './search-database.js';

const SPACE = { organizationId: 'org', spaceId: 'space', language: 'en' };
/** What one statement may be given, and one passage more. */
const MOST_PASSAGES = 3_000;
const MOST_BYTES = 4_000_000;

/** Different words, so many that nearly each passage of a text of them has others. */
const words = (amount: number): string => Array.from({ length: amount }, (_, at) => `w${at % 997}`).join(' ');
const page = (pageId: string, texts: readonly string[]): IndexedPage => ({
  pageId,
  title: pageId,
  sections: texts.map((text, at) => ({ anchor: `s${at}`, heading: 'Section', level: 1, key: `k${at}`, text })),
});

const bytesOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (value as string | Buffer).length, 0);

describe('writing the search index', () => {
  let database: SearchDatabase;
  let index: TestIndex;
  /** The passages that each statement was given, with the bytes that it was given. */
  let given: { passages: number; bytes: number }[];

  beforeAll(async () => {
    database = await openSearchDatabase();
    const sql: Sql = {
      rows: async <R extends object>(name: string, text: string, values: readonly unknown[] = []) => {
        if (name === 'content.search.insert-passages')
          given.push({ passages: String(values[3]).split(',').length, bytes: bytesOf(values) });
        return (await database.pool.query<R & Record<string, unknown>>({ name, text, values: [...values] })).rows;
      },
    };
    index = new TestIndex(sql);
  });
  afterAll(() => database.close());
  beforeEach(() => void (given = []));

  async function kept(): Promise<number> {
    const text =
      'select count(*)::int as count from content.search_passage where organization_id = $1 and space_id = $2';
    const { rows } = await database.pool.query<{ count: number }>(text, [SPACE.organizationId, SPACE.spaceId]);
    return rows[0]?.count ?? -1;
  }

  it.each([
    [
      'many short passages',
      [
        page(
          'a',
          Array.from({ length: 3_100 }, () => 'Short.'),
        ),
        page('b', ['Last.']),
      ],
    ],
    ['few long passages', Array.from({ length: 25 }, (_, at) => page(`page${at}`, [words(12_000)]))],
  ])('gives PostgreSQL %s in pieces, and all of them', async (_, pages) => {
    await database.pool.query('truncate content.search_space, content.search_passage, content.search_term');
    await index.put(SPACE, pages);
    const count = await kept();
    expect(given.length).toBeGreaterThan(1);
    expect(given.reduce((sum, { passages }) => sum + passages, 0)).toBe(count);
    for (const { passages, bytes } of given) {
      expect(passages).toBeLessThanOrEqual(MOST_PASSAGES);
      expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    }
  });

  it('changes counters in their place when a page gets another title', async () => {
    await index.put(SPACE, [page('a', [words(2_000)]), page('b', [words(2_000)])]);
    const client = await database.pool.connect();
    try {
      // What was counted before on this connection does not count.
      await client.query('select pg_stat_force_next_flush()');
      await client.query('begin');
      const sql: Sql = {
        rows: async <R extends object>(name: string, text: string, values: readonly unknown[] = []) =>
          (await client.query<R & Record<string, unknown>>({ name, text, values: [...values] })).rows,
      };
      // Its words are now in a title as well.
      await new TestIndex(sql).put(SPACE, [{ ...page('b', [words(2_000)]), title: words(20) }]);
      const { rows } = await client.query<{ updated: string; inPlace: string }>(
        `select pg_stat_get_xact_tuples_updated('content.search_term'::regclass) as updated,
           pg_stat_get_xact_tuples_hot_updated('content.search_term'::regclass) as "inPlace"`,
      );
      const { updated, inPlace } = rows[0] ?? { updated: 0, inPlace: 0 };
      expect(Number(updated)).toBeGreaterThan(20);
      // All or none may be: of those that may, some move where their page is full at the moment.
      expect(Number(inPlace)).toBeGreaterThan(Number(updated) / 2);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
