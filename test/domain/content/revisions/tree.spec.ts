import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { freeSlug, isSlug, slugOf, SlugPool, uniqueSlug } from '#kernel/domain/slug';
import { PageTree, type PageNode, type TreeRecord } from '../../../../src/content/revisions/domain/tree/page-tree.js';
import { isRank, rankBetween, ranksBetween } from '../../../../src/content/revisions/domain/tree/rank.js';

describe('A rank', () => {
  it('keeps a list in order over any insertions', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 200 }), (places) => {
        const ranks: string[] = [];
        for (const place of places) {
          const at = place % (ranks.length + 1);
          ranks.splice(at, 0, rankBetween(ranks[at - 1] ?? null, ranks[at] ?? null));
        }
        expect([...ranks].sort()).toEqual(ranks);
        expect(new Set(ranks).size).toBe(ranks.length);
        expect(ranks.every(isRank)).toBe(true);
      }),
    );
  });

  it('stays short when pages are added at either end', () => {
    let [last, first] = [rankBetween(null, null), rankBetween(null, null)];
    let ordered = true;
    for (let i = 0; i < 100_000; i++) {
      const [next, previous] = [rankBetween(last, null), rankBetween(null, first)];
      ordered &&= next > last && previous < first;
      [last, first] = [next, previous];
    }
    expect(ordered).toBe(true);
    expect(Math.max(last.length, first.length)).toBeLessThanOrEqual(4);
  });

  it('grows by at most one character for five insertions at the same place', () => {
    const before = 'a0';
    let after = 'a1';
    for (let i = 0; i < 500; i++) after = rankBetween(before, after);
    expect(after.length).toBeLessThanOrEqual(2 + 500 / 5);
  });

  it('can be created in any number between two others, in order and short', () => {
    fc.assert(
      fc.property(fc.constantFrom(null, 'Zz', 'a0', 'a1', 'b00V'), fc.nat({ max: 300 }), (before, count) => {
        for (const after of [null, 'b01', 'b00k']) {
          const all = [before, ...ranksBetween(before, after, count), after].filter((rank) => rank !== null);
          expect(new Set(all).size).toBe(count + (before === null ? 0 : 1) + (after === null ? 0 : 1));
          expect([...all].sort()).toEqual(all);
          expect(Math.max(0, ...all.map((rank) => rank.length))).toBeLessThanOrEqual(8);
        }
      }),
    );
  });

  it('is refused when it is invalid, or when the neighbours are in the wrong order', () => {
    for (const wrong of ['', 'a', 'a00', 'b0', '1', 'a0-']) {
      expect(isRank(wrong)).toBe(false);
      expect(() => rankBetween(wrong, null)).toThrow('not a rank');
    }
    expect(() => rankBetween('a1', 'a1')).toThrow('a1');
    expect(() => rankBetween('a2', 'a1')).toThrow('a1');
  });
});

describe('A slug', () => {
  it.each([
    ['Getting started', 'getting-started'],
    ["What's new in 2.0?", 'whats-new-in-2-0'],
    ['Überblick & Größe', 'uberblick-grosse'],
    ['Ægir Łódź İstanbul', 'aegir-lodz-istanbul'],
    ['Tiếng Việt', 'tieng-viet'],
    ['はじめに ガイド', 'はじめに-ガイド'],
    ['安装 指南', '安装-指南'],
    ['Йод ёлка', 'йод-ёлка'],
    ['हिन्दी में', 'हिन्दी-में'],
    ['العربية', 'العربية'],
    ['🎉', 'page'],
    ['  --  ', 'page'],
    ['1️⃣ First', '1-first'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['ＡＢＣ', 'abc'],
  ])('of %s is %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('is never empty or too long, is valid, and is its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        const slug = slugOf(title);
        expect(isSlug(slug)).toBe(true);
        expect(slug.length).toBeLessThanOrEqual(100);
        expect(slugOf(slug)).toBe(slug);
      }),
      { numRuns: 2_000 },
    );
    expect(new TextEncoder().encode(slugOf('漢'.repeat(200))).length).toBeLessThanOrEqual(240);
  });

  it('gets a number when it is taken, within the same length', () => {
    expect(uniqueSlug('a', new Set())).toBe('a');
    expect(uniqueSlug('a', new Set(['a', 'a-1']))).toBe('a-2');
    const long = 'x'.repeat(100);
    expect(uniqueSlug(long, new Set([long]))).toBe(`${'x'.repeat(98)}-1`);
  });

  it('gets the first free number of a few, and of many one behind a taken one, in few steps', () => {
    const slugs = (numbers: readonly number[]): Set<string> =>
      new Set(numbers.map((number) => (number === 0 ? 'a' : `a-${number}`)));
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(40), { maxLength: 40 }), (numbers) => {
        const taken = slugs(numbers);
        const number = Number(uniqueSlug('a', taken).split('-')[1] ?? 0);
        const first = [...numbers, 41].findIndex((_, at) => !numbers.includes(at));
        expect(numbers).not.toContain(number);
        if (number > 0) expect(numbers).toContain(number - 1);
        if (first < 8) expect(number).toBe(first);
      }),
    );
    const taken = slugs(Array.from({ length: 10_000 }, (_, number) => number));
    const search = freeSlug('a');
    const asked: number[] = [];
    let step = search.next();
    for (; !step.done; step = search.next(taken)) asked.push(step.value.length);
    expect(step.value).toBe('a-10000');
    expect(asked.length).toBeLessThanOrEqual(5);
    expect(Math.max(...asked)).toBeLessThanOrEqual(32);
  });

  it('is returned only once by a pool, in the same form', () => {
    const pool = new SlugPool();
    expect(['a', 'a', 'a-1', 'a', 'b'].map((slug) => pool.take(slug))).toEqual(['a', 'a-1', 'a-1-1', 'a-2', 'b']);
  });

  it('is refused when it could not be part of an address', () => {
    for (const wrong of ['', '.', '..', 'a/b', 'a b', 'a?b', 'a#b', 'a\\b', '%41', 'x'.repeat(101)]) {
      expect(isSlug(wrong)).toBe(false);
    }
    expect(['v1.0', 'Snake_Case', '指南'].every(isSlug)).toBe(true);
  });
});

const page = (id: string, parent: string | null, more: Partial<TreeRecord> = {}): TreeRecord => ({
  id,
  type: 'document',
  parent,
  rank: 'a0',
  slug: id,
  ...more,
});
const idsOf = (nodes: Iterable<PageNode<TreeRecord>>): string[] => [...nodes].map(({ record }) => record.id);

describe('A page tree', () => {
  it('orders siblings by rank, byte by byte, then by id', () => {
    const tree = new PageTree([page('c', null), page('b', null), page('z', null, { rank: 'Zz' }), page('a', 'b')]);
    expect(idsOf(tree)).toEqual(['z', 'b', 'a', 'c']);
    expect(idsOf(tree.roots)).toEqual(['z', 'b', 'c']);
    expect(idsOf(tree.childrenOf('b'))).toEqual(['a']);
  });

  it('gives every page but links and computed sources a path, groups included', () => {
    const tree = new PageTree([
      page('g', null, { type: 'group' }),
      page('p', 'g'),
      page('q', 'p'),
      page('l', 'g', { type: 'link', slug: '' }),
      page('s', 'g', { type: 'computed', slug: '' }),
    ]);
    expect(['g', 'p', 'q', 'l', 's'].map((id) => tree.pathOf(id))).toEqual(['g', 'g/p', 'g/p/q', undefined, undefined]);
    expect(tree.atPath('/g/p/q/')?.record.id).toBe('q');
    expect(tree.atPath('g/missing')).toBeUndefined();
  });

  it('resolves the empty path to the first document page, which keeps its own slug', () => {
    const tree = new PageTree([
      page('l', null, { type: 'link', slug: '', rank: 'a0' }),
      page('g', null, { type: 'group', rank: 'a1' }),
      page('home', 'g'),
      page('other', null, { rank: 'a2' }),
    ]);
    expect(tree.atPath('')?.record.id).toBe('home');
    expect(tree.atPath('g/home')?.record.id).toBe('home');
    expect(new PageTree([page('g', null, { type: 'group' })]).atPath('/')).toBeUndefined();
  });

  it('returns ancestors from the root down and descendants in order', () => {
    const tree = new PageTree([page('a', null), page('b', 'a'), page('c', 'b'), page('d', 'a', { rank: 'a1' })]);
    expect(idsOf(tree.ancestorsOf('c'))).toEqual(['a', 'b']);
    expect(idsOf(tree.descendantsOf('a'))).toEqual(['b', 'c', 'd']);
    expect(idsOf(tree.descendantsOf('missing'))).toEqual([]);
  });

  it('moves an orphan up to the nearest existing ancestor', () => {
    const records = [page('a', null), page('c', 'gone'), page('d', 'lost')];
    const tree = new PageTree(
      records,
      new Map([
        ['gone', 'gone2'],
        ['gone2', 'a'],
        ['lost', 'lost'],
      ]),
    );
    expect(idsOf(tree.ancestorsOf('c'))).toEqual(['a']);
    expect(tree.get('d')?.parentId).toBeNull();
    expect(new PageTree(records).get('c')?.parentId).toBeNull();
  });

  it('has no page below a link', () => {
    const tree = new PageTree([page('a', null), page('l', 'a', { type: 'link', slug: '' }), page('b', 'l')]);
    expect(tree.pathOf('b')).toBe('a/b');
  });

  it('opens a cycle at its lowest id, and keeps every page', () => {
    const records = [page('x', 'y'), page('y', 'z'), page('z', 'x'), page('under', 'z')];
    for (const order of [records, [...records].reverse()]) {
      expect(idsOf(new PageTree(order))).toEqual(['x', 'z', 'under', 'y']);
    }
  });

  it('contains every page exactly once, for any records', () => {
    const records = fc.array(
      fc.record({
        parent: fc.option(fc.nat({ max: 30 })),
        type: fc.constantFrom('document' as const, 'group' as const, 'link' as const, 'computed' as const),
        rank: fc.constantFrom('a0', 'a1', 'b00'),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(records, (rows) => {
        const pages = rows.map(({ parent, type, rank }, i) =>
          page(`${i}`, parent === null ? null : `${parent}`, { type, rank }),
        );
        const tree = new PageTree(pages);
        expect(idsOf(tree).sort()).toEqual(pages.map(({ id }) => id).sort());
        expect(idsOf(new PageTree([...pages].reverse()))).toEqual(idsOf(tree));
        for (const node of tree) expect(tree.parentOf(node)?.record.type).not.toBe('link');
      }),
      { numRuns: 500 },
    );
  });

  it('supports a chain of 5,000 pages', () => {
    const chain = Array.from({ length: 5_000 }, (_, i) => page(`${i}`, i === 0 ? null : `${i - 1}`, { slug: 's' }));
    const tree = new PageTree(chain);
    expect(tree.ancestorsOf('4999').length).toBe(4_999);
  });
});
