import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { filesBelow, sourceFiles } from './source-files.js';

const MADE = /(?:new pg\.(?:Client|Pool)\(|class \w+ extends pg\.Client\b)/g;
/** What may end at any time, as the code calls it; those of a pool may be of a class that listens. */
const HEARD = /\b(?:client|this)\.on\('error',|\bClient: PooledClient\b/g;
const POOL = /new pg\.Pool\(/g;
const POOL_HEARD = /\bpool\.on\('error',/g;

interface Source {
  path: string;
  text: string;
}

const files = sourceFiles()
  .filter((path) => !path.startsWith('libs/testing/'))
  .map((path): Source => ({ path, text: readFileSync(path, 'utf8') }));
const times = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/** The files that listen less often than they connect. */
const unheard = (sources: readonly Source[], made: RegExp, heard: RegExp): string[] =>
  sources.filter(({ text }) => times(text, heard) < times(text, made)).map(({ path }) => path);

describe('connections to PostgreSQL', () => {
  it('are listened to for errors, each of them: one that is lost unheard would end the process', () => {
    expect(files.filter(({ text }) => times(text, MADE) > 0).length).toBeGreaterThan(8);
    expect(unheard(files, MADE, HEARD)).toEqual([]);
  });

  it('are listened to while they are idle in a pool as well', () => {
    expect(files.filter(({ text }) => times(text, POOL) > 0).length).toBeGreaterThan(1);
    expect(unheard(files, POOL, POOL_HEARD)).toEqual([]);
  });

  it('are listened to in the pools of tests, which drop their databases before connections have ended', () => {
    const tests = [...filesBelow('test'), ...filesBelow('libs/testing')].filter((path) => path.endsWith('.ts'));
    const making = tests.filter((path) => times(readFileSync(path, 'utf8'), POOL) > 0);
    expect(making).toEqual(['test/architecture/connections.spec.ts', 'libs/testing/test-pool.ts']);
  });

  it('are noticed where nothing listens', () => {
    const client = `const client = new pg.Client({});\nclient.connect();`;
    const pool = `const pool = new pg.Pool({});\npool.on('connect', (client) => client.on('error', ignored));`;
    const planted = [client, pool, `${client}\nclient.on('error', ignored);`].map((text, at) => ({
      path: `${at}`,
      text,
    }));
    expect(unheard(planted, MADE, HEARD)).toEqual(['0']);
    expect(unheard(planted, POOL, POOL_HEARD)).toEqual(['1']);
  });
});
