import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QuireProcess, TOKEN } from './support/quire-process.js';

const AT_ONCE = 8;
const PATIENCE_MS = 60_000;

/** A kind of request, how often it is sent, and how many bytes each may leave. */
interface Kind {
  path: (space: string, page: string) => string;
  /** Of a request that writes, the number of which is given. */
  body?: (number: number) => object;
  times: number;
  mostBytes: number;
}

// Reads leave 20 to 300, up to 900 where the machine is busy with something else, and 6,000 to 8,000 where V8 takes
// objects for old ones because others of their kind were.
const READ = { times: 2_000, mostBytes: 2_500 };
const KINDS: Record<string, Kind> = {
  'asks for its state': { ...READ, path: () => '/health/live' },
  'asks for the caller': { ...READ, path: () => '/v1/user' },
  'reads a page': { ...READ, path: (space, page) => `/v1/spaces/${space}/content/page/${page}` },
  'reads a space': { ...READ, path: (space) => `/v1/spaces/${space}` },
  // Of 40,000.
  'renames a space': {
    times: 400,
    mostBytes: 15_000,
    path: (space) => `/v1/spaces/${space}`,
    body: (number) => ({ title: `Pages ${number}` }),
  },
};

/**
 * What V8 takes into its old generation stays until the whole heap is collected, with all that it refers to: objects of
 * later requests as well, which are then copied twice for nothing.
 */
describe('what a request leaves in the old generation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-old-generation-'));
  const file = join(folder, 'bytes');
  let quire: QuireProcess;
  let space: string;
  let page: string;
  let written = 0;

  beforeAll(async () => {
    const fixture = resolve('test/fixtures/old-generation.cjs');
    quire = new QuireProcess({ NODE_OPTIONS: `--require ${fixture}`, QUIRE_TEST_OLD_GENERATION: file });
    await quire.start();
    const organization = await quire.call<{ id: string }>('POST', '/orgs', { title: 'Generations' });
    const made = await quire.call<{ id: string }>('POST', `/orgs/${organization.body.id}/spaces`, { title: 'Pages' });
    space = made.body.id;
    const content = await quire.call<{ pages: { id: string }[] }>('GET', `/spaces/${space}/content`);
    page = content.body.pages[0]?.id ?? '';
    // With code that V8 compiled before, as all starts but the first are.
    await quire.stop();
    await quire.start();
  }, 120_000);
  afterAll(async () => {
    await quire.dispose();
    rmSync(folder, { recursive: true });
  });

  const ask = async ({ path, body, times }: Kind): Promise<void> => {
    const address = quire.url + path(space, page);
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    let left = times;
    const one = async (): Promise<void> => {
      while (left-- > 0) {
        const change = body && { method: 'PATCH', body: JSON.stringify(body(++written)) };
        const answer = await fetch(address, { headers, ...change });
        await answer.arrayBuffer();
        expect(answer.status).toBe(200);
      }
    };
    // Two writes to one space at once are refused.
    await Promise.all(Array.from({ length: body ? 1 : AT_ONCE }, one));
  };

  const oldBytes = async (): Promise<number> => {
    rmSync(file, { force: true });
    process.kill(quire.pid, 'SIGHUP');
    for (const giveUp = Date.now() + PATIENCE_MS; Date.now() < giveUp; await sleep(20))
      if (existsSync(file) && readFileSync(file, 'utf8') !== '') return Number(readFileSync(file, 'utf8'));
    throw new Error('The server did not say how much it keeps');
  };

  const expectLittle = async (kind: Kind): Promise<void> => {
    for (let round = 0; round < 2; round++) {
      process.kill(quire.pid, 'SIGUSR2');
      await ask(kind);
    }
    const before = await oldBytes();
    await ask(kind);
    expect(((await oldBytes()) - before) / kind.times).toBeLessThan(kind.mostBytes);
  };

  it.each(Object.entries(KINDS))('is little where it %s', (_, kind) => expectLittle(kind), 240_000);
});
