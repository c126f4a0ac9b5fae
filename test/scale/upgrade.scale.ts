import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmptyDatabase, type TestDatabase } from '#testing/test-database';
import { QuireProcess } from '../scenarios/support/quire-process.js';

const { QUIRE_TEST_BEFORE, QUIRE_TEST_PAGES = '300' } = process.env;
const SECRET = '6b'.repeat(32);
/** The pages that are there before. */
const PAGES = Number(QUIRE_TEST_PAGES);
const BATCH = 50;
/** About how many of them have pages below. */
const BELOW = 400;
/** How long a request may wait for a migration, with 100,000 pages on a busy machine. */
const MOST_WAIT_MS = 5_000;

interface Inserted {
  changes: { page: { id: string } }[];
}

describe(`an upgrade of ${PAGES} pages beside processes of an earlier version (QUIRE_TEST_BEFORE is a folder in which that is built)`, () => {
  let database: TestDatabase;
  let [before, after]: QuireProcess[] = [];
  let organization: string;
  /** The one with all pages, and one with few, whose titles are compared. */
  let [large, small]: string[] = [];

  const made = async <T>(quire: QuireProcess | undefined, method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await quire?.call<T>(method, path, body);
    if (!answer || answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  const inserted = (
    quire: QuireProcess | undefined,
    titles: readonly string[],
    space = small,
    into?: string,
  ): Promise<Inserted> =>
    made(quire, 'POST', `/spaces/${space}/content`, {
      changes: titles.map((title) => ({
        operation: 'insert_page',
        title,
        ...(into === undefined ? {} : { into }),
        document: { markdown: `# ${title}\n\nwordof${title.replace(' ', '')}` },
      })),
    });
  const titlesAt = async (quire: QuireProcess | undefined): Promise<string[]> => {
    const { pages } = await made<{ pages: { title: string }[] }>(quire, 'GET', `/spaces/${small}/content/pages`);
    return pages.map(({ title }) => title).sort();
  };
  const finds = async (quire: QuireProcess | undefined, word: string): Promise<void> => {
    for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; await sleep(100)) {
      const { items } = await made<{ items: unknown[] }>(quire, 'GET', `/orgs/${organization}/search?query=${word}`);
      if (items.length > 0) return;
    }
    throw new Error(`${word} was not found in time`);
  };

  beforeAll(async () => {
    if (QUIRE_TEST_BEFORE === undefined)
      throw new Error('Set QUIRE_TEST_BEFORE to a folder with an earlier version, built');
    database = await createEmptyDatabase();
    const env = { DATABASE_URL: database.url, QUIRE_SECRET_KEY: SECRET };
    before = new QuireProcess(env, QUIRE_TEST_BEFORE);
    after = new QuireProcess({ ...env, QUIRE_DATA_DIR: before.dataDir });
    await before.start();
    organization = (await made<{ id: string }>(before, 'POST', '/orgs', { title: 'Upgraded' })).id;
    const parents: string[] = [];
    const spaces = `/orgs/${organization}/spaces`;
    for (const take of [(id: string) => (large = id), (id: string) => (small = id)])
      take((await made<{ id: string }>(before, 'POST', spaces, { empty: true })).id);
    for (let from = 0; from < PAGES; from += BATCH) {
      const titles = Array.from({ length: BATCH }, (_, at) => `Old ${from + at}`);
      const { changes } = await inserted(before, titles, large, parents[(from / BATCH) % parents.length]);
      if (parents.length < BELOW) parents.push(...changes.map(({ page }) => page.id));
    }
    await inserted(before, ['First']);
  }, 1_800_000);

  afterAll(async () => {
    await after?.kill();
    await before?.kill();
    await database.drop();
  }, 60_000);

  it('lets the earlier version answer while the new one migrates and starts', async () => {
    let isStarted = false;
    let slowest = 0;
    const requests = (async () => {
      for (let nth = 0; !isStarted; nth++) {
        const begin = performance.now();
        const { changes } = await inserted(before, [`Meanwhile ${nth}`], large);
        await made(before, 'GET', `/spaces/${large}/content/page/${changes[0]?.page.id}`);
        slowest = Math.max(slowest, performance.now() - begin);
      }
    })();
    await after?.start().finally(() => (isStarted = true));
    await requests;
    process.stderr.write(`The slowest edit and read while it was upgraded took ${slowest.toFixed(0)} ms\n`);
    expect(slowest).toBeLessThan(MOST_WAIT_MS);
  }, 600_000);

  it('lets both write, read and index what the other wrote', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const [older, newer] = [`Of before ${turn}`, `Of after ${turn}`];
      await Promise.all([inserted(before, [older]), inserted(after, [newer])]);
      await sleep(200);
      for (const quire of [before, after])
        expect(await titlesAt(quire)).toEqual(expect.arrayContaining([older, newer]));
    }
    for (const quire of [before, after])
      for (const word of ['wordofOld0', 'wordofOfbefore 9', 'wordofOfafter 9'])
        await finds(quire, word.replace(' ', ''));
    await before?.ready();
  }, 180_000);

  it('loses nothing where the earlier version is killed, and another of it starts again', async () => {
    const titles = await titlesAt(after);
    await before?.kill();
    expect(await titlesAt(after)).toEqual(titles);
    await inserted(after, ['While it was away']);
    await before?.start().catch(() => undefined);
    expect(await titlesAt(after)).toEqual([...titles, 'While it was away'].sort());
  }, 120_000);
});
