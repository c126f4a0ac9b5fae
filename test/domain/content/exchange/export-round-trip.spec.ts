import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { slugOf, SlugPool } from '#kernel/domain/slug';
import type { PageRecord } from '../../../../src/content/revisions/domain/page/page-record.js';
import { PageTree } from '../../../../src/content/revisions/domain/tree/page-tree.js';
import { ranksBetween } from '../../../../src/content/revisions/domain/tree/rank.js';
import { exported, file, imported, page } from './export-fixture.js';

/** A tree without the ids of links, which an import cannot know. */
function shape(
  pages: readonly (Pick<PageRecord, 'id' | 'type' | 'parent' | 'rank' | 'title' | 'slug'> & Partial<PageRecord>)[],
): unknown[] {
  const tree = new PageTree(pages);
  return [...tree].map(({ record, path, parentId }) => ({
    type: record.type,
    title: record.title,
    slug: record.slug,
    linkTitle: record.linkTitle,
    path,
    depth: tree.ancestorsOf(record.id).length,
    under: tree.get(parentId ?? '')?.record.title,
    ...(record.type !== 'link' && { id: record.id }),
    ...(record.target && { target: record.target }),
  }));
}

const ODD_TITLES = [
  'Brackets [a](b.md) ]( [',
  'Quotes "double" \'single\' `code` ``',
  'Pipes | and \\ backslashes \\',
  '**Bold** _it_ snake_case_name ~~no~~ * _',
  '<b>HTML</b> &amp; &lt; &#x41; <!-- c --> <a id="x"></a>',
  '# not a heading ##',
  '---',
  '- dash',
  '1. one',
  '[ ] task',
  '```yaml',
  '🎉 party 👩‍👩‍👧',
  'مرحبا بالعالم',
  'שלום',
  '安装指南',
  '42',
  '  spaces  around ',
  'line\nbreak\ttab',
  'https://example.com/x',
  'README',
  'index',
  'SUMMARY',
  'A'.repeat(200),
  '漢'.repeat(120),
  'Same',
  'same',
  'Same',
  '.hidden',
  '..',
  'a/b\\c',
  'con',
  '%20',
];
const title = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD_TITLES) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== ''),
  },
);

/** What a random page is made from; `above` and `target` choose among the pages before it. */
const seed = fc.record({
  title,
  linkTitle: fc.option(title, { freq: 5, nil: undefined }),
  kind: fc.constantFrom('document', 'document', 'document', 'link', 'group'),
  above: fc.option(fc.nat(), { freq: 3 }),
  slug: fc.option(
    fc.constantFrom('readme', 'README', 'index', 'summary', 'v1.0', 'Same', 'pages', 'a.md', 'a', 'x-1', 'x'),
    {
      freq: 3,
      nil: undefined,
    },
  ),
  url: fc.constantFrom('https://example.com/a (b)?q="x"&amp;y=<z>#f', 'mailto:a@b.c', 'https://example.com/ä\\b'),
  linksTo: fc.constantFrom('url', 'page', 'anchor', 'file'),
  target: fc.nat(),
});
type Seed = typeof seed extends fc.Arbitrary<infer T> ? T : never;

function recordsOf(seeds: Seed[]): PageRecord[] {
  const records: PageRecord[] = [];
  const ranks = ranksBetween(null, null, seeds.length);
  const pools = new Map<string | null, SlugPool>();
  for (const [i, { kind, above, slug, ...rest }] of seeds.entries()) {
    const holders = records.filter(({ type }) => type !== 'link');
    const parent = above === null || kind === 'group' ? null : (holders[above % (holders.length || 1)]?.id ?? null);
    const pool = pools.get(parent) ?? new SlugPool();
    pools.set(parent, pool);
    const record = page(`p${i}`, {
      type: kind as PageRecord['type'],
      parent,
      rank: ranks[i] ?? '',
      title: rest.title,
      slug: kind === 'link' ? '' : pool.take(slug ?? slugOf(rest.title)),
    });
    if (rest.linkTitle !== undefined && kind !== 'group') record.linkTitle = rest.linkTitle;
    records.push(record);
  }
  const holders = records.filter(({ type }) => type !== 'link');
  for (const [i, { linksTo, target, url }] of seeds.entries()) {
    const record = records[i];
    if (record?.type !== 'link') continue;
    const to = holders[target % (holders.length || 1)];
    if (linksTo === 'file') record.target = { kind: 'file', file: 'f1' };
    else if (linksTo === 'url' || !to) record.target = { kind: 'url', url };
    else if (linksTo === 'page') record.target = { kind: 'page', page: to.id };
    else record.target = { kind: 'anchor', anchor: 'a (b)', page: to.id };
  }
  return records;
}

describe('An export', () => {
  it('imports back to the same tree, titles, slugs, types, links and order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(seed, { maxLength: 14 }), async (seeds) => {
        const records = recordsOf(seeds);
        const plan = exported(records, { files: [file('f1', 'pic (1).png')] });
        expect(plan.omitted).toEqual([]);
        const back = await imported(plan);
        expect(back.warnings).toEqual([]);
        expect(shape(back.pages)).toEqual(shape(records));
      }),
      { numRuns: 400 },
    );
  });

  it('never gives two files one name, not even where case does not count', () => {
    fc.assert(
      fc.property(fc.array(seed, { maxLength: 25 }), (seeds) => {
        const { pages, texts } = exported(recordsOf(seeds));
        const paths = [...pages, ...texts].map(({ path }) => path.normalize('NFC').toLowerCase());
        expect(new Set(paths).size).toBe(paths.length);
        for (const path of paths) {
          expect(paths.some((other) => other.startsWith(`${path}/`))).toBe(false);
          for (const part of path.split('/')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is the same again, and comes back unchanged from its own import', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(seed, { maxLength: 10 }), async (seeds) => {
        const records = recordsOf(seeds);
        const first = exported(records);
        expect(exported([...records].reverse())).toEqual(first);
        const known = new Map(first.pages.map(({ id, path }) => [id, path]));
        expect(exported(records, { sourcePaths: { pages: known } }).pages).toEqual(first.pages);
      }),
      { numRuns: 200 },
    );
  });
});
