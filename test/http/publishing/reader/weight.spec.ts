import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer } from '#testing/test-server';
import { brotliDecompressSync } from 'node:zlib';
import { KINDS, publishKinds, type Kind } from './kinds/site-of-kinds.js';

/** What a page and the files that it names weigh as they are sent, in bytes. */
interface Weight {
  /** The page and its style sheets: what a browser waits for before it shows something. */
  first: number;
  script: number;
  all: number;
  /** With the sign of the site. */
  requests: number;
}

/** As they are, rounded up: what makes them larger has to be worth it. */
const LIMITS: Record<Kind, number> = {
  landing: 10_500,
  typical: 10_500,
  blocks: 14_500,
  tables: 10_500,
  changelog: 10_000,
  large: 12_000,
  arabic: 10_500,
  operations: 14_400,
  schemas: 12_000,
  search: 8_500,
  pages: 8_500,
  missing: 8_500,
};

describe('what pages of a site weigh', () => {
  let server: TestServer;
  let root: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    root = `/s/${(await publishKinds(server)).id}/`;
  });
  afterAll(() => server.stop());

  async function load(url: string): Promise<{ text: string; bytes: number }> {
    const { rawPayload, headers } = await server.app.inject({ url, headers: { 'accept-encoding': 'br' } });
    const isPacked = headers['content-encoding'] === 'br';
    return { text: (isPacked ? brotliDecompressSync(rawPayload) : rawPayload).toString(), bytes: rawPayload.length };
  }

  async function weigh(kind: Kind): Promise<Weight> {
    const page = await load(root + KINDS[kind]);
    const named = (pattern: RegExp): string[] => [
      ...new Set([...page.text.matchAll(pattern)].map(([, address = '']) => address)),
    ];
    const total = async (addresses: string[]): Promise<number> =>
      (await Promise.all(addresses.map(load))).reduce((sum, { bytes }) => sum + bytes, 0);
    const sheets = named(/<link rel="stylesheet" href="([^"]+)"/g);
    const scripts = named(/<script src="([^"]+)"/g);
    const others = [...named(/<use href="([^"#]+)#/g), ...named(/<link rel="icon" href="([^"]+)"/g)];
    const first = page.bytes + (await total(sheets));
    const script = await total(scripts);
    const requests = 1 + sheets.length + scripts.length + others.length;
    return { first, script, all: first + script + (await total(others)), requests };
  }

  it.each(Object.keys(KINDS) as Kind[])('is at most what was decided for each kind: %s', async (kind) => {
    const { first, script, all, requests } = await weigh(kind);
    expect(first).toBeLessThan(LIMITS[kind]);
    expect(script).toBeLessThan(2_500);
    expect(all).toBeLessThan(25_000);
    expect(requests).toBeLessThanOrEqual(6);
  });

  it('is least for what is kept for ever, and nothing for what did not change', async () => {
    const { text } = await load(root);
    const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
    const { headers } = await server.app.inject({ url: sheet });
    expect(headers['cache-control']).toContain('immutable');
    const again = await server.app.inject({ url: root, headers: { 'if-none-match': await tagOf(root) } });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  const tagOf = async (url: string): Promise<string> => String((await server.app.inject({ url })).headers['etag']);
});
