import { describe, expect, it } from '@jest/globals';
import type { ShownNode, ShownPages, ShownRecord } from '#content';
import { drawSitePage, type TreeEntry } from '#site-html';
import { listedPages } from '../../../../src/publishing/reader/infrastructure/listed-tree.js';
import { treeEntries } from '../../../../src/publishing/reader/infrastructure/tree-entries.js';
import { documentPage } from '../../site-html/support/site.js';

type Record = Omit<ShownRecord, 'createdAt'>;
interface Branch extends Record {
  pages?: Branch[];
}

class Tree implements ShownPages {
  readonly roots: ShownNode[];
  readonly home = undefined;
  readonly #nodes = new Map<string, ShownNode>();
  readonly #parents = new Map<string, ShownNode | null>();

  constructor(branches: readonly Branch[]) {
    this.roots = branches.map((branch) => this.#grow(branch, null));
  }

  get(id: string): ShownNode | undefined {
    return this.#nodes.get(id);
  }

  atPath(): undefined {
    return undefined;
  }

  ancestorsOf(id: string): ShownNode[] {
    const parent = this.#parents.get(id);
    return parent ? [...this.ancestorsOf(parent.record.id), parent] : [];
  }

  [Symbol.iterator](): Iterator<ShownNode> {
    return this.#nodes.values();
  }

  #grow({ pages = [], ...record }: Branch, parent: ShownNode | null): ShownNode {
    const node = { record: { ...record, createdAt: '' }, pages: [] as ShownNode[], path: record.id };
    this.#nodes.set(record.id, node);
    this.#parents.set(record.id, parent);
    node.pages.push(...pages.map((page) => this.#grow(page, node)));
    return node;
  }
}

const ICONS = ['rocket', 'house', 'bell', 'book', 'gear'];
const leaf = (id: string, index: number): Branch => ({
  ...{ id, type: 'document', title: `Page ${id}`, icon: ICONS[index % ICONS.length] ?? '' },
});
const level = (prefix: string, count: number, below: (id: string) => Branch[] = () => []): Branch[] =>
  Array.from({ length: count }, (_, index) => ({
    ...leaf(`${prefix}${1000 + index}`, index),
    pages: below(`${prefix}${1000 + index}`),
  }));
const asGroups = (branches: Branch[]): Branch[] => branches.map((branch) => ({ ...branch, type: 'group' as const }));

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

describe('the list of all pages', () => {
  it('has every page once, in parts that lead to each other', () => {
    const tree = new Tree(asGroups(level('g', 30, (id) => level(`${id}-`, 100))));
    const found: string[] = [];
    let part = 1;
    for (let page = listedPages(tree, part, listing); page; page = listedPages(tree, ++part, listing)) {
      found.push(...page.groups.flatMap(({ links }) => links.map(({ title }) => title)));
      expect(page.previous).toBe(part === 1 ? undefined : part === 2 ? '/~/pages' : `/~/pages?page=${part - 1}`);
      if (found.length < 3_030) expect(page.next).toBe(`/~/pages?page=${part + 1}`);
    }
    expect(found.sort()).toEqual([...tree].map(({ record }) => record.title).sort());
    expect(part).toBe(12);
  });

  it('says what pages are in, and leaves out hidden ones with all below them', () => {
    const tree = new Tree([
      { ...leaf('a', 0), pages: [{ ...leaf('b', 0), pages: [leaf('c', 0)] }] },
      { ...leaf('d', 0), hidden: true, pages: [leaf('e', 0)] },
    ]);
    const { groups } = listedPages(tree, 1, listing) ?? { groups: [] };
    const names = groups.map(({ path, links }) => [...path, ...links].map(({ title }) => title.replace('Page ', '')));
    expect(names).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']]);
    expect(listedPages(tree, 2, listing)).toBeUndefined();
  });

  it('is one part without pages where nothing is shown', () => {
    expect(listedPages(new Tree([]), 1, listing)).toEqual({ kind: 'pages', groups: [{ path: [], links: [] }] });
  });

  const listing = { base: '/', address: '/~/pages', references: noReferences };
});
