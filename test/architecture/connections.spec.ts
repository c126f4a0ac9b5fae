import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from './source-files.js';

const MADE = /(?:new pg\.(?:Client|Pool)\(|class \w+ extends pg\.Client\b)/g;
/** What may end at any time, as the code calls it. */
const HEARD = /\b(?:client|this)\.on\('error',/g;
const POOL = /new pg\.Pool\(/g;
const POOL_HEARD = /\bpool\.on\('error',/g;

const files = sourceFiles()
  .filter((path) => !path.startsWith('libs/testing/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const times = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

describe('connections to PostgreSQL', () => {
  it('are listened to for errors, each of them: one that is lost unheard would end the process', () => {
    const making = files.filter(({ text }) => times(text, MADE) > 0);
    expect(making.length).toBeGreaterThan(8);
    const unheard = making.filter(({ text }) => times(text, HEARD) < times(text, MADE));
    expect(unheard.map(({ path }) => path)).toEqual([]);
  });

  it('are listened to while they are idle in a pool as well', () => {
    const pools = files.filter(({ text }) => times(text, POOL) > 0);
    expect(pools.length).toBeGreaterThan(1);
    expect(pools.filter(({ text }) => times(text, POOL_HEARD) < times(text, POOL)).map(({ path }) => path)).toEqual([]);
  });
});
