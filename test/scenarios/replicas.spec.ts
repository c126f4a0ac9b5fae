import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '#testing/test-kernel';
import { sourceFiles } from '../architecture/source-files.js';
import { MovingAddress } from './support/moving-address.js';
import { QuireProcess } from './support/quire-process.js';
import { ReplicatedPostgres } from './support/replicated-postgres.js';

/** What docs/operate/several-processes.md promises: no visitor is shown what is older. */
const BOUND_MS = 2_000;
const SECRET = '4c'.repeat(32);
const JSON_ONLY = { accept: 'application/json' };

/** How each query that may be answered from a replica is sent, to the beginning of a site, or for its URL. */
const SENT: Readonly<Record<string, (root: string, url: string) => [address: string, headers?: object]>> = {
  ReadSitePage: (root) => [`${root}start`],
  ReadMachineText: (root) => [`${root}llms.txt`],
  DrawAllPages: (root) => [`${root}~/pages`],
  DrawSearchPage: (root) => [`${root}~/search?q=words`],
  SearchServedSite: (root) => [`${root}~/search?q=words`, JSON_ONLY],
  ReadSiteFile: (root) => [`${root}~/icon.svg`],
  ResolvePublishedUrl: (_root, url) => [`/v1/urls/published?url=${encodeURIComponent(url)}`, JSON_ONLY],
};

describe('a server with a replica of its database', () => {
  const postgres = new ReplicatedPostgres();
  let address: MovingAddress;
  let [one, two]: QuireProcess[] = [];
  let organization: string;
  let space: string;
  let page: string;
  let siteId: string;
  let root: string;
  let nth = 0;

  const made = async <T>(method: string, path: string, body?: unknown, quire = one): Promise<T> => {
    const answer = await quire?.call<T>(method, path, body);
    if (!answer || answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  const change = async (body: object): Promise<void> =>
    void (await made('POST', `/spaces/${space}/content`, { changes: [{ operation: 'update_page', page, ...body }] }));
  const visited = async (path: string, quire = one): Promise<string> => {
    const answer = await fetch(`${quire?.url}${new URL(root).pathname}${path}`);
    return answer.status === 200 ? answer.text() : `${answer.status} ${await answer.text()}`;
  };
  const shown = (quire = one): Promise<string> => visited(`start?visit=${nth++}`, quire);
  /** Never the same search twice: each asks the database. */
  const found = (quire = one): Promise<string> => visited(`~/search?q=words+${nth++}`, quire);
  /** Connections that were used for reads of the replica in the last second. */
  const readsOf = async (): Promise<number> => {
    const [row] = await postgres.ask(
      'replica',
      `select count(*)::int as count from pg_stat_activity
       where application_name = 'quire replica' and query_start > now() - interval '1 second'`,
    );
    return Number(row?.['count']);
  };
  const isRead = async (): Promise<boolean> => {
    await found();
    return (await readsOf()) > 0;
  };

  /** Visits one after another, from four visitors, until `during` is over; answers those that failed, and the slowest. */
  const visits = async (
    during: () => Promise<unknown>,
  ): Promise<{ failed: string[]; count: number; slowest: number }> => {
    const seen = { failed: [] as string[], count: 0, slowest: 0 };
    let isOver = false;
    const visitor = async (): Promise<void> => {
      while (!isOver) {
        const begin = performance.now();
        const text = await found().catch((error: Error) => error.message);
        seen.count++;
        seen.slowest = Math.max(seen.slowest, performance.now() - begin);
        if (!text.includes('/start')) seen.failed.push(text.slice(0, 300));
      }
    };
    const all = Promise.all([visitor(), visitor(), visitor(), visitor()]);
    await during().finally(() => (isOver = true));
    await all;
    return seen;
  };

  beforeAll(async () => {
    await postgres.create();
    address = new MovingAddress(postgres.urlOf('primary'));
    await address.open();
    const env = {
      DATABASE_URL: address.url,
      DATABASE_REPLICA_URLS: postgres.urlOf('replica'),
      QUIRE_SECRET_KEY: SECRET,
      QUIRE_LOG_LEVEL: 'warn',
    };
    [one, two] = [new QuireProcess(env), new QuireProcess({ ...env, QUIRE_ROLE: 'api' })];
    await one.start();
    await two.start();
    organization = (await made<{ id: string }>('POST', '/orgs', { title: 'Replicated' })).id;
    space = (await made<{ id: string }>('POST', `/orgs/${organization}/spaces`, { empty: true })).id;
    const document = { markdown: 'Words of the page' };
    const inserted = await made<{ changes: { page: { id: string } }[] }>('POST', `/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'Start', slug: 'start', document }],
    });
    page = inserted.changes[0]?.page.id ?? '';
    const sites = `/orgs/${organization}/sites`;
    siteId = (await made<{ id: string }>('POST', sites, { title: 'Docs' })).id;
    await made('POST', `${sites}/${siteId}/site-spaces`, { spaceId: space });
    root = (await made<{ urls: { published: string } }>('POST', `${sites}/${siteId}/publish`, {})).urls.published;
  }, 180_000);

  beforeEach(async () => {
    for (const quire of [one, two]) quire?.expectRunning();
    await until(isRead, 'a site to be read at the replica');
  }, 60_000);

  afterAll(async () => {
    for (const quire of [one, two]) await quire?.kill();
    await address.close();
    await postgres.dispose();
  }, 60_000);

  it('shows each change at once in the process that made it, and within the bound in another', async () => {
    let slowest = 0;
    for (let turn = 0; turn < 20; turn++) {
      await change({ title: `Title ${turn}` });
      const begin = performance.now();
      expect(await shown()).toContain(`Title ${turn}`);
      while (!(await shown(two)).includes(`Title ${turn}`)) expect(performance.now() - begin).toBeLessThan(BOUND_MS);
      slowest = Math.max(slowest, performance.now() - begin);
    }
    process.stderr.write(`The slowest of 20 was seen in the other process after ${slowest.toFixed(0)} ms\n`);
  }, 60_000);

  it('shows no visitor what is older than the bound, however far the replica lags', async () => {
    await postgres.ask('replica', 'select pg_wal_replay_pause()');
    await change({ title: 'While it lags' });
    expect(await shown()).toContain('While it lags');
    await until(async () => (await shown(two)).includes('While it lags'), 'the other process to show it');
    await sleep(BOUND_MS);
    await change({ title: 'While it lags still' });
    for (let turn = 0; turn < 10; turn++) expect(await shown()).toContain('While it lags still');
    await sleep(1_200);
    expect(await readsOf()).toBe(0);
    await postgres.ask('replica', 'select pg_wal_replay_resume()');
  }, 60_000);

  it('shows what was just published, and no longer what is not', async () => {
    const sites = `/orgs/${organization}/sites`;
    for (let turn = 0; turn < 5; turn++) {
      const { id } = await made<{ id: string }>('POST', sites, { title: `Site ${turn}` });
      await made('POST', `${sites}/${id}/site-spaces`, { spaceId: space });
      const { urls } = await made<{ urls: { published: string } }>('POST', `${sites}/${id}/publish`, {});
      const at = (): Promise<Response> => fetch(`${one?.url}${new URL(urls.published).pathname}start?visit=${nth++}`);
      expect((await at()).status).toBe(200);
      await made('POST', `${sites}/${id}/unpublish`, {});
      expect((await at()).status).toBe(404);
    }
  }, 60_000);

  it('is asked here for each query that may be answered from a replica', () => {
    const texts = sourceFiles().map((path) => readFileSync(path, 'utf8'));
    const marked = texts.flatMap((text) => [...text.matchAll(/@MayReadReplica\(\)\s+export class (\w+)/g)]);
    expect(marked.map(([, name]) => name).sort()).toEqual(Object.keys(SENT).sort());
  });

  it('shows at each address at once that a site is not published any more, and that it is again', async () => {
    const site = `/orgs/${organization}/sites/${siteId}`;
    const statuses = async (): Promise<Record<string, number>> => {
      const found: Record<string, number> = {};
      for (const [query, address] of Object.entries(SENT)) {
        const [path, headers = {}] = address(new URL(root).pathname, `${root}start`);
        found[query] = (await fetch(`${one?.url}${path}`, { headers: { ...headers } })).status;
      }
      return found;
    };
    const all = (status: number) => Object.fromEntries(Object.keys(SENT).map((query) => [query, status]));
    expect(await statuses()).toEqual(all(200));
    await postgres.ask('replica', 'select pg_wal_replay_pause()');
    try {
      await made('POST', `${site}/unpublish`, {});
      expect(await statuses()).toEqual(all(404));
      await made('POST', `${site}/publish`, {});
      expect(await statuses()).toEqual(all(200));
    } finally {
      await postgres.ask('replica', 'select pg_wal_replay_resume()');
    }
  }, 60_000);

  it('answers every visit while the replica is killed and comes back', async () => {
    const { failed, count } = await visits(async () => {
      await sleep(500);
      await postgres.kill('replica');
      await sleep(1_000);
      await postgres.start('replica');
      await sleep(1_500);
    });
    expect(failed).toEqual([]);
    expect(count).toBeGreaterThan(20);
  }, 60_000);

  it('answers every visit within seconds while the replica does not answer', async () => {
    const { failed, count, slowest } = await visits(async () => {
      await sleep(500);
      postgres.hold('replica', true);
      await sleep(4_000);
      postgres.hold('replica', false);
    }).finally(() => postgres.hold('replica', false));
    expect(failed).toEqual([]);
    expect(count).toBeGreaterThan(20);
    expect(slowest).toBeLessThan(5_000);
    process.stderr.write(`The slowest of ${count} visits took ${slowest.toFixed(0)} ms\n`);
  }, 60_000);

  it('answers members from the primary', async () => {
    await sleep(1_200);
    await made('GET', `/spaces/${space}/content`);
    expect(await readsOf()).toBe(0);
  });

  it('refuses to start with a replica of another database', async () => {
    const other = new ReplicatedPostgres();
    await other.create();
    const quire = new QuireProcess({
      DATABASE_URL: address.url,
      DATABASE_REPLICA_URLS: other.urlOf('replica'),
      QUIRE_SECRET_KEY: SECRET,
    });
    try {
      await expect(quire.start()).rejects.toThrow('no replica of the database at DATABASE_URL');
    } finally {
      await quire.kill();
      await other.dispose();
    }
  }, 60_000);

  it('answers every visit while the primary is lost and the replica takes its place, and then takes writes', async () => {
    const { failed, count, slowest } = await visits(async () => {
      await sleep(500);
      await postgres.kill('primary');
      await sleep(2_500);
      await postgres.ask('replica', 'select pg_promote()');
      await sleep(300);
      address.move(postgres.urlOf('replica'));
      await sleep(3_000);
    });
    expect(failed).toEqual([]);
    expect(count).toBeGreaterThan(20);
    process.stderr.write(`The slowest of ${count} visits took ${slowest.toFixed(0)} ms\n`);
    await one?.ready();
    await change({ title: 'After the promotion' });
    expect(await shown()).toContain('After the promotion');
  }, 60_000);
});
