import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { withoutTimeouts } from '#kernel/infrastructure/database/pooled-timeouts';
import { createEmptyDatabase, type TestDatabase } from '#testing/test-database';
import { QuireProcess, TOKEN } from '../scenarios/support/quire-process.js';
import { keepsNames, PGBOUNCERS, Pooler, versionOf, type PoolMode } from './support/pooler.js';

/** What docs/operate/several-processes.md promises: no read is older than this. */
const BOUND_MS = 2_000;
const SECRET = '7a'.repeat(32);
const LIMIT = 200;
/** The allowance above the limit: a twentieth in each process, and what arrives during one exchange. */
const MORE = 2 * (LIMIT / 20) + 60;

const POOLERS = PGBOUNCERS.flatMap((program) =>
  (['session', 'transaction'] as const).map((mode): [string, string, PoolMode] => [
    `PgBouncer ${versionOf(program)} in ${mode} mode`,
    program,
    mode,
  ]),
);

async function until(holds: () => Promise<boolean>, what: string, ms = 30_000): Promise<void> {
  for (const giveUp = Date.now() + ms; Date.now() < giveUp; await sleep(20)) if (await holds()) return;
  throw new Error(`Not in time: ${what}`);
}

describe.each(POOLERS)('%s before the database', (_name, program, mode) => {
  let database: TestDatabase;
  let pooler: Pooler;
  let worker: QuireProcess;
  let [one, two]: QuireProcess[] = [];
  let organization: string;
  let space: string;

  const env = (more: Record<string, string> = {}): Record<string, string> => ({
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.url,
    QUIRE_SECRET_KEY: SECRET,
    QUIRE_PREPARED_STATEMENTS: mode === 'session' || keepsNames(program) ? 'on' : 'off',
    ...more,
  });
  const sent = async <T>(quire: QuireProcess | undefined, method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await quire?.call<T>(method, path, body);
    if (!answer || answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };

  beforeAll(async () => {
    database = await createEmptyDatabase();
    pooler = new Pooler(program, database.url, mode);
    await pooler.start();
    worker = new QuireProcess(env({ QUIRE_ROLE: 'worker' }));
    one = new QuireProcess(env({ QUIRE_ROLE: 'api' }));
    two = new QuireProcess(env({ QUIRE_ROLE: 'api' }));
    // Together: the first migrates, the others wait for it.
    await Promise.all([worker, one, two].map((quire) => quire?.start()));
    organization = (await sent<{ id: string }>(one, 'POST', '/orgs', { title: 'Pooled' })).id;
    space = (await sent<{ id: string }>(two, 'POST', `/orgs/${organization}/spaces`, { empty: true })).id;
  }, 300_000);

  afterAll(async () => {
    for (const quire of [one, two, worker]) await quire?.dispose();
    await pooler.dispose();
    await database.drop();
  }, 120_000);

  it('takes edits of two processes at once, all of which are there at the end', async () => {
    const edit = (quire: QuireProcess | undefined, title: string) =>
      sent(quire, 'POST', `/spaces/${space}/content`, {
        changes: [{ operation: 'insert_page', title, document: { markdown: `# ${title}\n\nwordof${title}` } }],
      });
    const titles = Array.from({ length: 60 }, (_, at) => `Page${at}`);
    await Promise.all(titles.map((title, at) => edit(at % 2 ? one : two, title)));
    for (const quire of [one, two]) {
      const { pages } = await sent<{ pages: { title: string }[] }>(quire, 'GET', `/spaces/${space}/content/pages`);
      expect(pages.map(({ title }) => title).sort()).toEqual([...titles].sort());
    }
  });

  it('has the jobs of writes run by the worker', async () => {
    await until(async () => {
      const path = `/orgs/${organization}/search?query=wordofPage59`;
      const found = await one?.call<{ items?: unknown[] }>('GET', path);
      return (found?.body.items?.length ?? 0) > 0;
    }, 'the last page to be found');
  });

  it(`shows what another process wrote, also conditionally, within ${BOUND_MS} ms`, async () => {
    const path = `${two?.url}/v1/spaces/${space}`;
    const headers = { authorization: `Bearer ${TOKEN}` };
    let slowest = 0;
    for (let turn = 0; turn < 60; turn++) {
      const etag = (await fetch(path, { headers })).headers.get('etag') ?? '';
      const title = `Title ${turn}`;
      await sent(one, 'PATCH', `/spaces/${space}`, { title });
      const begin = performance.now();
      const isNew = async (): Promise<boolean> => {
        const answer = await fetch(path, { headers: { ...headers, 'if-none-match': etag } });
        return answer.status === 200 && ((await answer.json()) as { title: string }).title === title;
      };
      while (!(await isNew())) expect(performance.now() - begin).toBeLessThan(BOUND_MS);
      slowest = Math.max(slowest, performance.now() - begin);
    }
    process.stderr.write(`The slowest of 60 was seen after ${slowest.toFixed(1)} ms\n`);
  });

  it(`refuses a revoked token in the other process within ${BOUND_MS} ms`, async () => {
    let slowest = 0;
    for (let turn = 0; turn < 10; turn++) {
      const { id, token } = await sent<{ id: string; token: string }>(one, 'POST', '/user/tokens', { label: 'Short' });
      const status = async (): Promise<number> =>
        (await fetch(`${two?.url}/v1/user`, { headers: { authorization: `Bearer ${token}` } })).status;
      expect(await status()).toBe(200);
      await sent(one, 'DELETE', `/user/tokens/${id}`);
      const begin = performance.now();
      while ((await status()) !== 401) expect(performance.now() - begin).toBeLessThan(BOUND_MS);
      slowest = Math.max(slowest, performance.now() - begin);
    }
    process.stderr.write(`The slowest of 10 was refused after ${slowest.toFixed(1)} ms\n`);
  });

  it('counts requests of two processes together', async () => {
    const limited = env({ QUIRE_RATE_LIMIT: String(LIMIT), QUIRE_ROLE: 'api' });
    const both = [new QuireProcess(limited), new QuireProcess(limited)];
    try {
      for (const quire of both) await quire.start();
      // The limit is for a minute of the clock.
      const rest = 60_000 - (Date.now() % 60_000);
      if (rest < 20_000) await sleep(rest);
      let granted = 0;
      const refused = new Set<QuireProcess>();
      for (const giveUp = Date.now() + 15_000; refused.size < both.length && Date.now() < giveUp;)
        for (const quire of both) {
          const { status } = await quire.call('GET', '/user');
          if (status === 429) refused.add(quire);
          else granted++;
        }
      expect(refused.size).toBe(both.length);
      expect(granted).toBeGreaterThanOrEqual(LIMIT - 1);
      expect(granted).toBeLessThanOrEqual(LIMIT + MORE);
    } finally {
      for (const quire of both) await quire.kill();
    }
  }, 120_000);

  it('keeps the timeouts of requests, and gives others none', async () => {
    const settings = async (url: string): Promise<string[]> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        const { rows } = await client.query<{ a: string; b: string }>(
          `select current_setting('statement_timeout') a, current_setting('idle_in_transaction_session_timeout') b`,
        );
        return Object.values(rows[0] ?? {});
      } finally {
        await client.end();
      }
    };
    // Connections that the pooler had before keep what they had.
    await pooler.kill();
    await pooler.start();
    expect(await settings(pooler.url)).toEqual(['1min', '2min']);
    expect(await settings(withoutTimeouts(database.url))).toEqual(['0', '0']);
  });

  it('ends and comes back without a process that has to be started again', async () => {
    await pooler.kill();
    await sleep(500);
    await pooler.start();
    for (const quire of [one, two, worker]) await quire?.ready();
    await sent(one, 'PATCH', `/spaces/${space}`, { title: 'After' });
    expect(await sent<{ title: string }>(two, 'GET', `/spaces/${space}`)).toMatchObject({ title: 'After' });
  });

  it('ends well: a process that is asked to stop ends the work of its own, and no other', async () => {
    const extra = new QuireProcess(env({ QUIRE_ROLE: 'all' }));
    await extra.start();
    expect(await extra.stop()).toBe(0);
    await sent(one, 'PATCH', `/spaces/${space}`, { title: 'Still here' });
  });
});

describe.each(POOLERS)('settings that do not fit %s', (_name, program, mode) => {
  let database: TestDatabase;
  let pooler: Pooler;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    pooler = new Pooler(program, database.url, mode);
    await pooler.start();
  });

  afterAll(async () => {
    await pooler.dispose();
    await database.drop();
  });

  const refusal = async (env: Record<string, string>): Promise<string> => {
    const quire = new QuireProcess({ QUIRE_SECRET_KEY: SECRET, ...env });
    try {
      await quire.start();
      return 'started';
    } catch (error) {
      return (error as Error).message;
    } finally {
      await quire.kill();
    }
  };

  it('are refused at the start: no address without the pooler', async () => {
    expect(await refusal({ DATABASE_URL: pooler.url })).toContain('set DATABASE_DIRECT_URL as well');
  });

  if (mode === 'transaction') {
    it('are refused at the start: no address without the pooler, though it ignores the timeouts', async () => {
      const ignored = 'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout';
      const lenient = new Pooler(program, database.url, mode, [ignored]);
      await lenient.start();
      try {
        expect(await refusal({ DATABASE_URL: lenient.url })).toContain('where notices do not arrive');
      } finally {
        await lenient.dispose();
      }
    });
  }

  if (mode === 'transaction' && !keepsNames(program)) {
    it('are refused at the start: names of statements, which it mixes up', async () => {
      const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
      expect(await refusal(env)).toContain('QUIRE_PREPARED_STATEMENTS=off');
    });
  }

  it('are refused at the start: two addresses of different databases', async () => {
    const other = await createEmptyDatabase();
    const elsewhere = new Pooler(program, other.url, mode);
    await elsewhere.start();
    try {
      const env = { DATABASE_URL: elsewhere.url, DATABASE_DIRECT_URL: database.url, QUIRE_PREPARED_STATEMENTS: 'off' };
      expect(await refusal(env)).toMatch(/lead to different databases/);
    } finally {
      await elsewhere.dispose();
      await other.drop();
    }
  });
});
