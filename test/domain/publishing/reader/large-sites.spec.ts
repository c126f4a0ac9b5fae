import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { changedPages } from '../../../../src/publishing/reader/infrastructure/machines/feed.js';
import {
  listedSpace,
  type ListedSpace,
} from '../../../../src/publishing/reader/infrastructure/machines/listed-pages.js';
import { llmsText } from '../../../../src/publishing/reader/infrastructure/machines/llms-text.js';
import {
  partInPath,
  sitemapIndex,
  sitemapOfPages,
} from '../../../../src/publishing/reader/infrastructure/machines/sitemap.js';
import type { PlacedSpace, ServedSite } from '../../../../src/publishing/reader/infrastructure/served-site.js';
import { level, Tree } from './support/shown-tree.js';

const PAGES = 40_000;
/** In one piece it would be none but the first. */
const LEAST_TURNS = 3;

const tree = new Tree(level('a', PAGES / 200, (a) => level(`${a}-`, 199)));
const placed = { siteSpace: { title: 'Guide', space: { language: 'en' } } } as unknown as PlacedSpace;
const site = {
  canonical: (path: string) => `https://docs.example.com${path}`,
  baseOf: () => '/guide/',
  localized: (title: string) => title,
} as unknown as ServedSite;
const head = { title: 'Docs', description: undefined, full: 'f', list: 'l' };

/** How often others had a turn while something was made. */
async function turnsDuring(made: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isMade = false;
  const watching = (async () => {
    for (; !isMade; turns++) await turn();
  })();
  await made;
  isMade = true;
  await watching;
  return turns;
}

describe(`of a site space of ${PAGES} pages, others have their turn while`, () => {
  let space: ListedSpace | undefined;
  const spaceOf = async (): Promise<ListedSpace> => (space ??= await listedSpace(site, { placed, tree }));
  const MADE: [string, () => Promise<unknown>][] = [
    ['the pages are listed', () => listedSpace(site, { placed, tree })],
    ['the map of its pages is made', async () => sitemapOfPages(await spaceOf(), [await spaceOf()])],
    ['the index of maps is made', async () => sitemapIndex([await spaceOf(), await spaceOf()])],
    ['its news are found', async () => changedPages([await spaceOf()])],
    ['its list for language models is made', async () => llmsText(head, [await spaceOf()])],
  ];

  it.each(MADE)('%s', async (_what, make) => {
    await spaceOf();
    expect(await turnsDuring(make())).toBeGreaterThanOrEqual(LEAST_TURNS);
  });

  it('they are as in one piece', async () => {
    const { pages } = await spaceOf();
    expect(pages).toHaveLength(PAGES);
    const parts = (await sitemapIndex([await spaceOf()])).match(/sitemap-pages[^<]*/g) ?? [];
    const urls = new Set<string>();
    for (const part of parts) {
      const text = (await sitemapOfPages(await spaceOf(), [], partInPath(part))) ?? '';
      for (const url of text.match(/<loc>[^<]*/g) ?? []) urls.add(url);
    }
    expect([parts[0], parts[1], parts.length]).toEqual(['sitemap-pages.xml', 'sitemap-pages-2.xml', PAGES / 5_000]);
    expect(urls.size).toBe(PAGES);
    expect(await sitemapOfPages(await spaceOf(), [], parts.length + 1)).toBeUndefined();
    expect((await changedPages([await spaceOf()])).length).toBe(50);
  });
});
