import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { QuireProcess } from './support/quire-process.js';

interface PageNode {
  id: string;
  title: string;
  pages: PageNode[];
}

const WRITERS = 4;
/** Far longer than any expected wait. */
const PATIENCE_MS = 60_000;

describe('When the server or its database is killed in the middle of edits', () => {
  const quire = new QuireProcess();
  let organization: string;

  const killBoth = (): Promise<void> => {
    quire.killDatabase();
    return quire.kill();
  };

  beforeAll(async () => {
    await quire.start();
    organization = (await quire.call<{ id: string }>('POST', '/orgs', { title: 'Faults' })).body.id;
  });

  afterAll(() => quire.dispose());

  it.each([
    ['the server', 40, () => quire.kill()],
    ['PostgreSQL', 200, () => quire.killDatabase()],
    ['both', 350, killBoth],
  ] as const)(
    'every edit that was answered is there afterwards, and nothing is half done (%s, %i ms after the first answer)',
    async (_what, afterMs, strike) => {
      const space = (await quire.call<{ id: string }>('POST', `/orgs/${organization}/spaces`, { empty: true })).body.id;
      const answered: string[] = [];
      const tried: string[] = [];
      let over = false;
      const write = async (writer: number): Promise<void> => {
        for (let n = 0; !over; n++) {
          const title = `Page ${writer} ${n}`;
          tried.push(title);
          const edit = { changes: [{ operation: 'insert_page', title, document: { markdown: `Text of ${title}.` } }] };
          const answer = await quire.call('POST', `/spaces/${space}/content`, edit).catch(() => undefined);
          if (answer?.status === 200) answered.push(title);
          else if (answer === undefined || answer.status >= 500) await sleep(20);
        }
      };
      const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
      while (answered.length === 0) await sleep(5);
      await sleep(afterMs);
      await strike();
      over = true;
      await Promise.all(writers);
      await quire.kill();
      await quire.start();

      const { body } = await quire.call<{ pages: PageNode[] }>('GET', `/spaces/${space}/content/pages`);
      const titles = body.pages.map(({ title }) => title);
      expect(titles).toEqual(expect.arrayContaining(answered));
      expect(tried).toEqual(expect.arrayContaining(titles));
      expect(new Set(titles).size).toBe(titles.length);
      const reads = await Promise.all(
        body.pages.map(({ id }) =>
          quire.call<{ markdown: string; title: string }>('GET', `/spaces/${space}/content/page/${id}?format=markdown`),
        ),
      );
      for (const { status, body: page } of reads) {
        expect(status).toBe(200);
        expect(page.markdown).toContain(`Text of ${page.title}.`);
      }
      await expectFound(quire, space, answered.at(-1) ?? '');
    },
    120_000,
  );

  it('the database comes back by itself under a server that goes on', async () => {
    quire.killDatabase();
    const statuses = new Set<number>();
    for (const giveUp = Date.now() + PATIENCE_MS; !statuses.has(201) && Date.now() < giveUp;) {
      statuses.add((await quire.call('POST', `/orgs/${organization}/spaces`, { title: 'After' })).status);
      await sleep(100);
    }
    expect([...statuses].filter((status) => status !== 503)).toEqual([201]);
  });

  it('ends with success when it is asked to, and its database with it', async () => {
    expect(quire.databasePid).toBeGreaterThan(0);
    expect(await quire.stop()).toBe(0);
    expect(() => quire.databasePid).toThrow('ENOENT');
    await quire.start();
  });
});

/** The job that indexes a page was enqueued with the edit, so it runs after the crash. */
async function expectFound(quire: QuireProcess, space: string, title: string): Promise<void> {
  let titles: string[] = [];
  for (const giveUp = Date.now() + PATIENCE_MS; !titles.includes(title) && Date.now() < giveUp;) {
    await sleep(100);
    const query = encodeURIComponent(title);
    const { body } = await quire.call<{ items: { title: string }[] }>(
      'GET',
      `/spaces/${space}/search?query=${query}&limit=1000`,
    );
    titles = body.items.map((item) => item.title);
  }
  expect(titles).toContain(title);
}
