import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '#kernel/infrastructure/database/migrator';
import { dropDatabase } from '#testing/test-database';
import { testPool } from '#testing/test-pool';
import type { IndexedPage, IndexedSpace, SearchedSpaces } from '../../../../src/content/search/domain/search-index.js';
import { contentPersistence } from '../../../../src/content/content.persistence.js';
import { preparePages } from '../../../../src/content/search/infrastructure/index-tasks.js';
import { PostgresSearchIndex } from '../../../../src/content/search/infrastructure/postgres-search-index.js';
import {
  searchedSpaces,
  searchedSpacesSql,
  type SpacesOfLanguage,
} from '../../../../src/content/search/infrastructure/searched-spaces.js';
import type { Sql } from '../../../../src/content/search/infrastructure/sql.js';

/** An index that prepares what it is given at once, in place. */
export class TestIndex extends PostgresSearchIndex {
  constructor(sql: Sql) {
    super(sql, { prepare: (...args) => preparePages(...args) });
  }

  /** Replaces these pages, and takes others out. */
  async put(space: IndexedSpace, pages: Iterable<IndexedPage>, removed: readonly string[] = []): Promise<void> {
    await this.replacePages(space, await this.prepare(space, [...pages]), removed);
  }
}

/** A database of its own with the content tables and a search index on it. */
export interface SearchDatabase {
  pool: pg.Pool;
  index: TestIndex;
  /** Runs the work with an index in one transaction on a connection of its own. */
  inTransaction<T>(work: (index: TestIndex) => Promise<T>): Promise<T>;
  /** What the index holds of these spaces. */
  searched(organizationId: string, spaceIds: readonly string[]): Promise<SearchedSpaces>;
  /** Makes spaces whose titles are their ids. */
  putSpaces(organizationId: string, spaceIds: readonly string[]): Promise<void>;
  /** Makes pages part of the live tree, under `parentId` or at the top. */
  putLive(organizationId: string, spaceId: string, pages: readonly IndexedPage[], parentId?: string): Promise<void>;
  close(): Promise<void>;
}

export async function openSearchDatabase(): Promise<SearchDatabase> {
  const server = process.env['QUIRE_TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('QUIRE_TEST_DATABASE_URL is not set');
  const name = `quire_search_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await onServer(server, (client) => client.query(`create database ${name} template template0 encoding 'UTF8'`));
  await migrate(url.href, [contentPersistence]);
  const pool = testPool(url.href);
  return {
    pool,
    index: new TestIndex(sqlOn(pool)),
    inTransaction: async (work) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work(new TestIndex(sqlOn(client)));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    searched: async (organizationId, spaceIds) => {
      const { rows } = await pool.query<SpacesOfLanguage>(searchedSpacesSql('$2::text[]'), [organizationId, spaceIds]);
      return searchedSpaces(organizationId, rows);
    },
    putSpaces: async (organizationId, spaceIds) => {
      await pool.query(
        `insert into content.space (organization_id, id, version, title, chain, edit_mode, language, merge_rules,
           created_by, created_at, updated_at)
         select $1, id, 1, id, array[id], 'live', 'en', '{"type":"inherit"}', 'user', now(), now()
         from unnest($2::text[]) as space (id)`,
        [organizationId, spaceIds],
      );
    },
    putLive: async (organizationId, spaceId, pages, parentId) => {
      await pool.query(
        `insert into content.live_page
           (organization_id, space_id, page_id, parent_id, rank, slug, path, type, title, heading, members)
         select $1, $2, id, $5, id, id, coalesce($5 || '/', '') || id, 'document', title, '', ''
         from unnest($3::text[], $4::text[]) as page (id, title)
         on conflict (organization_id, space_id, page_id) do update set title = excluded.title, path = excluded.path`,
        [organizationId, spaceId, pages.map((page) => page.pageId), pages.map((page) => page.title), parentId ?? null],
      );
    },
    close: async () => {
      await pool.end();
      await onServer(server, (client) => dropDatabase(client, name));
    },
  };
}

function sqlOn(connection: pg.Pool | pg.PoolClient): Sql {
  return {
    rows: async <R extends object>(name: string, text: string, values: readonly unknown[] = []) =>
      (await connection.query<R & pg.QueryResultRow>({ name, text, values: [...values] })).rows,
  };
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
