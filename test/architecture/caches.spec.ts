import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { USUAL_BYTES } from '#kernel/infrastructure/memory/usual-bytes';
import { ROOT, sourceFiles } from './source-files.js';

/** Files that give something a largest size although it is no part of the memory that caches share. */
const APART: Record<string, string> = {
  'libs/kernel/infrastructure/memory/cache-budget.ts': 'the budget itself',
  'libs/kernel/infrastructure/requests/shared-quotas.ts': 'a number of small counts',
  'libs/page-html/math.ts': 'an option of KaTeX',
  'src/publishing/media/infrastructure/picture-folder.ts': 'files on the disk',
  'src/publishing/reader/infrastructure/specifications/specification-tasks.ts': 'a thread with a limit of its own',
  'src/content/exchange/infrastructure/git-objects/pack-file.ts': 'what one import works with, gone with it',
};

/** What is limited by a number of bytes of its own: a cache of lru-cache, and one that is made of a map. */
const OWN_LIMIT = /\bmaxSize:|\b\w*CACHED?_(?:BYTES|CHARACTERS)\b/;

const limitsItself = (text: string): boolean => OWN_LIMIT.test(text);

const sources = new Map(sourceFiles().map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));

describe('caches', () => {
  it('take their limits of memory from the one budget', () => {
    const others = [...sources].filter(([path, text]) => !(path in APART) && limitsItself(text));
    expect(others.map(([path]) => path)).toEqual([]);
  });

  it('are each named in the budget, and nothing else is', () => {
    const taken = [...sources.values()].flatMap((text) =>
      [...text.matchAll(/\bcaches\b(?:\.(?:lru|join)(?:<[^(]*>)?\(|, )'([^']+)'/g)].map(([, name]) => name),
    );
    expect(taken.sort()).toEqual(Object.keys(USUAL_BYTES).sort());
  });

  it('are left out only where there still is something to leave out', () => {
    for (const path of Object.keys(APART)) expect([path, limitsItself(sources.get(path) ?? '')]).toEqual([path, true]);
  });

  it.each([
    ['new LRUCache<string, string>({ maxSize: 1_000_000 })', true],
    ['const TREE_CACHE_BYTES = 128_000_000;', true],
    ['const MAX_CACHED_CHARACTERS = 16_000_000;', true],
    ["this.#texts = caches.lru('listed spaces', { sizeCalculation });", false],
    ['new LRUCache<string, true>({ max: 500 })', false],
  ])('with a limit of their own are noticed: %s', (text, noticed) => {
    expect(limitsItself(text)).toBe(noticed);
  });
});
