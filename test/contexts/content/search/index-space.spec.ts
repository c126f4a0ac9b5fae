import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { lockWaits } from '#testing/lock-waits';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { IndexSpace } from '../../../../src/content/search/infrastructure/index-space.job.js';

describe('indexing a space', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;

  beforeAll(async () => {
    server = await TestServer.start();
    ada = await server.administrator();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    space = await TestSpace.create(ada);
    await space.insert('Garden', 'Roses.');
    await index();
  });

  const index = (): Promise<void> =>
    server.app.get(IndexSpace, { strict: false }).run({ spaceId: space.id }, new AbortController().signal);
  const found = async (query: string): Promise<string[]> =>
    (await ada.api.get(`${space.path}/search`, { query: { query } })).body.items.map(({ title }) => title);
  const recorded = async (): Promise<{ root: string; toward: string | null }> => {
    const [row] = await server.rows<{ root: string; toward: string | null }>(
      `select encode(pages_root, 'hex') as root, encode(toward, 'hex') as toward from content.indexed_revision
       where space_id = $1`,
      [space.id],
    );
    return row ?? { root: '', toward: null };
  };
  /** Waits until so many transactions wait for others. */
  const blocked = async (how: number): Promise<void> => {
    while ((await lockWaits(server)) !== how) await sleep(10);
  };

  /** Holds up what is written of the space in the index, until the returned function is called. */
  async function hold(): Promise<() => Promise<void>> {
    const held = new pg.Client({ connectionString: server.databaseUrl });
    await held.connect();
    await held.query('begin');
    const row = 'select from content.search_space where organization_id = $1 and space_id = $2 for update';
    await held.query(row, [ada.organization, space.id]);
    return async () => {
      await held.query('commit');
      await held.end();
    };
  }

  it('forgets a page that came and went while another run was under way', async () => {
    const tulips = await space.insert('Bulbs', 'Tulips.');
    const release = await hold();
    const first = index();
    await blocked(1);
    await space.change({ operation: 'delete_page', page: tulips });
    await index();
    await release();
    await first;
    expect(await server.rows('select from content.search_passage where page_id = $1', [tulips])).toEqual([]);
    expect(await found('roses')).toEqual(['Garden']);
  });

  it('leaves to a run that is under way what changed since it began, also that a page came and went', async () => {
    const tulips = await space.insert('Bulbs', 'Tulips.');
    const release = await hold();
    const first = index();
    await blocked(1);
    await space.change({ operation: 'delete_page', page: tulips });
    await space.insert('Hedge', 'Yew.');
    await index();
    expect(await found('yew')).toEqual([]);
    await release();
    await first;
    expect(await server.rows('select from content.search_passage where page_id = $1', [tulips])).toEqual([]);
    expect(await found('yew')).toEqual(['Hedge']);
  });

  it('forgets what a run that was cut off had begun to show', async () => {
    const before = await recorded();
    const tulips = await space.insert('Bulbs', 'Tulips.');
    await index();
    const after = await recorded();
    await server.rows(
      `update content.indexed_revision set pages_root = decode($2, 'hex'), toward = decode($3, 'hex') where space_id = $1`,
      [space.id, before.root, after.root],
    );
    await space.change({ operation: 'delete_page', page: tulips });
    await index();
    expect(await server.rows('select from content.search_passage where page_id = $1', [tulips])).toEqual([]);
    expect(await found('roses')).toEqual(['Garden']);
    expect((await recorded()).toward).toBeNull();
  });

  it('goes on where a run was stopped, and shows what changed meanwhile', async () => {
    const beds = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => ({
        operation: 'insert_page',
        title: `Bed ${from + at}`,
        document: { markdown: 'Grass.' },
      }));
    for (let at = 0; at < 450; at += 50) await space.change(...beds(at, at + 50));
    const passages = async () => {
      const rows = await server.rows<{ page: string; version: string }>(
        'select page_id as page, xmin::text as version from content.search_passage where space_id = $1',
        [space.id],
      );
      return new Map(rows.map(({ page, version }) => [page, version]));
    };
    const stop = new AbortController();
    const stopped = server.app.get(IndexSpace, { strict: false }).run({ spaceId: space.id }, stop.signal);
    const isStopped = expect(stopped).rejects.toThrow('The server stops');
    for (let done = 0; done <= 1; await sleep(1)) done = (await passages()).size;
    stop.abort(new Error('The server stops'));
    await isStopped;
    const before = await passages();
    expect(before.size).toBeLessThan(451);
    expect((await recorded()).toward).not.toBeNull();

    const gone = [...before.keys()].sort().at(-1) ?? '';
    await space.change({ operation: 'delete_page', page: gone });
    await space.insert('Hedge', 'Yew.');
    await index();
    const after = await passages();
    expect(after.size).toBe(451);
    expect(after.has(gone)).toBe(false);
    // Nothing that was done is done again.
    before.delete(gone);
    expect([...before].filter(([page, version]) => after.get(page) !== version)).toEqual([]);
    expect(await found('yew')).toEqual(['Hedge']);
    expect((await recorded()).toward).toBeNull();
  });

  it('indexes what is edited while it runs', async () => {
    await space.insert('Bulbs', 'Tulips.');
    const release = await hold();
    const running = index();
    await blocked(1);
    await space.insert('Hedge', 'Yew.');
    await release();
    await running;
    expect(await found('yew')).toEqual(['Hedge']);
  });

  it('writes the pages of many in several transactions, and records what it shows at the end', async () => {
    const pages = Array.from({ length: 250 }, (_, at) => ({
      operation: 'insert_page',
      title: `Bed ${at}`,
      document: { markdown: at === 3 ? 'Ranunculus.' : at === 249 ? 'Zinnias.' : 'Grass.' },
    }));
    for (let at = 0; at < pages.length; at += 50) await space.change(...pages.slice(at, at + 50));
    await Promise.all([index(), index()]);
    expect(await found('ranunculus')).toEqual(['Bed 3']);
    expect(await found('zinnias')).toEqual(['Bed 249']);
    expect((await recorded()).toward).toBeNull();
  });
});
