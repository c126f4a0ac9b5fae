import { describe, expect, it } from '@jest/globals';
import type { ShownNode } from '#content';
import { drawSitePage, type TreeEntry } from '#site-html';
import { listedPages, partOf } from '../../../../src/publishing/reader/infrastructure/listed-tree.js';
import { shownLinks, treeEntries } from '../../../../src/publishing/reader/infrastructure/tree-entries.js';
import { documentPage } from '../../site-html/support/site.js';
import { asGroups, leaf, level, Tree, type Branch } from './support/shown-tree.js';

/** Sites of about so many pages, each with the page that is read. */
const SHAPES: [string, (count: number) => [Branch[], string]][] = [
  ['in ten groups', (count) => [asGroups(level('g', 10, (id) => level(`${id}-`, count / 10))), 'g1004-1010']],
  ['in groups of 20 pages', (count) => [asGroups(level('g', count / 20, (id) => level(`${id}-`, 20))), 'g1004-1010']],
  ['side by side', (count) => [level('p', count), 'p1150']],
  [
    'in groups, with pages below pages',
    (count) => [
      asGroups(level('g', 5, (id) => level(`${id}-`, 8, (page) => level(`${page}-`, count / 40)))),
      'g1002-1003-1002',
    ],
  ],
  [
    'in ever more groups, with pages below pages',
    (count) => [
      asGroups(level('g', count / 40, (id) => level(`${id}-`, 8, (page) => level(`${page}-`, 5)))),
      'g1002-1003-1002',
    ],
  ],
];

const noReferences = { target: () => undefined };

function drawn([branches, id]: [Branch[], string]): { bytes: number; elements: number; html: string } {
  const tree = new Tree(branches);
  const current = tree.get(id);
  if (!current) throw new Error(`There is no page ${id}`);
  const { entries, cut } = treeEntries(tree, current, '/s/x/', noReferences);
  const html = drawSitePage(documentPage({ tree: entries, ...(cut ? { allPages: '/s/x/~/pages' } : {}) }));
  return { bytes: Buffer.byteLength(html), elements: html.match(/<[a-z]/g)?.length ?? 0, html };
}

const titles = (entries: readonly TreeEntry[]): string[] =>
  entries.flatMap(({ title, children }) => [title, ...titles(children)]);

describe('a page of a site that grows from 200 to 3,000 pages', () => {
  it.each(SHAPES)('grows by at most 1 kB and 300 elements: %s', (_, shape) => {
    const [small, large] = [drawn(shape(200)), drawn(shape(3_000))];
    expect(large.bytes - small.bytes).toBeLessThanOrEqual(1_000);
    expect(large.elements - small.elements).toBeLessThanOrEqual(300);
    expect(large.html).toContain('aria-current="page"');
    expect(large.html).toContain('href="/s/x/~/pages"');
  });
});

describe('the tree beside a page', () => {
  const treeOf = ([branches, id]: [Branch[], string]) => {
    const tree = new Tree(branches);
    return treeEntries(tree, tree.get(id) as ShownNode, '/', noReferences);
  };

  it('is whole where it is small, with all groups of the top level open', () => {
    const branches = asGroups(level('g', 3, (id) => level(`${id}-`, 5)));
    const { entries, cut } = treeOf([branches, 'g1001-1002']);
    expect(titles(entries)).toHaveLength(3 + 15);
    expect(cut).toBe(false);
  });

  it('has what is above the page, beside and below it, however deep it is', () => {
    const deep = level('a', 50, (a) => level(`${a}-`, 50, (b) => (a === 'a1020' ? level(`${b}-`, 50) : [])));
    const { entries, cut } = treeOf([deep, 'a1020-1030-1049']);
    const shown = titles(entries);
    for (const id of ['a1020', 'a1020-1030', 'a1020-1030-1049', 'a1020-1030-1048'])
      expect(shown).toContain(`Page ${id}`);
    expect(shown.length).toBeLessThanOrEqual(54);
    expect(cut).toBe(true);
  });

  it('leaves out hidden pages, but for the one that is read', () => {
    const branches: Branch[] = [leaf('a', 0), { ...leaf('b', 0), hidden: true }, { ...leaf('c', 0), hidden: true }];
    expect(titles(treeOf([branches, 'b']).entries)).toEqual(['Page a', 'Page b']);
  });
});

describe('the links in the tree beside a page', () => {
  const linkTo = (id: string): Branch => ({ ...leaf(id, 0), type: 'link', target: { kind: 'url', url: id } });

  it('are looked up where they are shown, however many there are', () => {
    const groups = asGroups(level('g', 50, (id) => [linkTo(`${id}-link`), ...level(`${id}-`, 40)]));
    const tree = new Tree([linkTo('first'), ...groups]);
    const urls = shownLinks(tree, tree.get('g1004-1003') as ShownNode).map((ref) => 'url' in ref && ref.url);
    expect(urls).toContain('first');
    expect(urls).toContain('g1004-link');
    expect(urls).not.toContain('g1040-link');
  });
});

describe('the list of all pages', () => {
  it('has every page once, in parts that lead to each other', async () => {
    const tree = new Tree(asGroups(level('g', 30, (id) => level(`${id}-`, 100))));
    const found: string[] = [];
    let part = 1;
    for (let page = await listed(tree, part); page; page = await listed(tree, ++part)) {
      found.push(...page.groups.flatMap(({ links }) => links.map(({ title }) => title)));
      expect(page.previous).toBe(part === 1 ? undefined : part === 2 ? '/~/pages' : `/~/pages?page=${part - 1}`);
      if (found.length < 3_030) expect(page.next).toBe(`/~/pages?page=${part + 1}`);
    }
    expect(found.sort()).toEqual([...tree].map(({ record }) => record.title).sort());
    expect(part).toBe(12);
  });

  it('says what pages are in, and leaves out hidden ones with all below them', async () => {
    const tree = new Tree([
      { ...leaf('a', 0), pages: [{ ...leaf('b', 0), pages: [leaf('c', 0)] }] },
      { ...leaf('d', 0), hidden: true, pages: [leaf('e', 0)] },
    ]);
    const { groups } = (await listed(tree, 1)) ?? { groups: [] };
    const names = groups.map(({ path, links }) => [...path, ...links].map(({ title }) => title.replace('Page ', '')));
    expect(names).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']]);
    expect(await listed(tree, 2)).toBeUndefined();
  });

  it('is one part without pages where nothing is shown', async () => {
    expect(await listed(new Tree([]), 1)).toEqual({ kind: 'pages', groups: [{ path: [], links: [] }] });
  });

  async function listed(tree: Tree, part: number) {
    const found = await partOf(tree, part);
    return found && listedPages(tree, part, found, { base: '/', address: '/~/pages', references: noReferences });
  }
});
