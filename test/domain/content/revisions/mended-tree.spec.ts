import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MapDiff } from '../../../../src/content/revisions/domain/map/diff-maps.js';
import type { PageRecord } from '../../../../src/content/revisions/domain/page/page-record.js';
import { PageTree, type PageNode } from '../../../../src/content/revisions/domain/tree/page-tree.js';
import { TreeText } from '../../../../src/content/revisions/infrastructure/page/tree-text.js';

const TYPES = ['document', 'document', 'document', 'group', 'link', 'computed'] as const;

type Change =
  | { kind: 'put'; id: number; parent: number | null; rank: number; slug: number; type: number; condition: boolean }
  | { kind: 'remove'; id: number }
  | { kind: 'retitle'; id: number }
  | { kind: 'move'; id: number; parent: number | null; rank: number };

const MOST = 40;
const id = fc.nat({ max: MOST });
const parent = fc.option(id, { freq: 3 });
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('put' as const),
    id,
    parent,
    rank: fc.nat({ max: 5 }),
    slug: fc.nat({ max: MOST }),
    type: fc.nat({ max: TYPES.length - 1 }),
    condition: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('remove' as const), id }),
  fc.record({ kind: fc.constant('retitle' as const), id }),
  fc.record({ kind: fc.constant('move' as const), id, parent, rank: fc.nat({ max: 5 }) }),
);
/** Several revisions, each with some changes: one for an edit, many for a merge. */
const revisions = fc.array(fc.array(change, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 });

const nameOf = (page: number): string => `page${String(page).padStart(3, '0')}`;

function apply(pages: Map<string, PageRecord>, one: Change, at: number): void {
  const page = nameOf(one.id);
  const before = pages.get(page);
  if (one.kind === 'remove') pages.delete(page);
  else if (one.kind === 'put') {
    const above = one.parent === null ? null : nameOf(one.parent);
    const type = TYPES[one.type] ?? 'document';
    const record = { id: page, type, parent: above, rank: `a${one.rank}`, slug: `s${one.slug}`, title: `Put ${at}` };
    pages.set(page, { ...record, createdAt: '', ...(one.condition ? { condition: `c${at % 2}` } : {}) });
  } else if (before && one.kind === 'retitle') pages.set(page, { ...before, title: `Title ${at}` });
  else if (before && one.kind === 'move')
    pages.set(page, { ...before, parent: one.parent === null ? null : nameOf(one.parent), rank: `a${one.rank}` });
}

/** The same as the API makes it: no page below a page that is not there, none without its own path. */
function applyOrdinary(pages: Map<string, PageRecord>, one: Change, at: number): void {
  const above = 'parent' in one && one.parent !== null ? nameOf(one.parent) : null;
  const page = nameOf(one.id);
  const up = (name: string | null): string[] => (name === null ? [] : [name, ...up(pages.get(name)?.parent ?? null)]);
  const isPlaced = above === null || (pages.get(above)?.type === 'document' && !up(above).includes(page));
  if (one.kind === 'remove') {
    for (const each of [...pages.keys()]) if (up(each).includes(page)) pages.delete(each);
  } else if (isPlaced) {
    const isParent = [...pages.values()].some((record) => record.parent === page);
    apply(pages, one.kind === 'put' ? { ...one, slug: one.id + 100 * at, type: isParent ? 0 : one.type } : one, at);
  }
}

function diffOf(before: ReadonlyMap<string, PageRecord>, after: ReadonlyMap<string, PageRecord>): MapDiff<PageRecord> {
  const diff: MapDiff<PageRecord> = { added: [], removed: [], changed: [] };
  for (const [page, record] of after) {
    const old = before.get(page);
    if (!old) diff.added.push(record);
    else if (JSON.stringify(old) !== JSON.stringify(record)) diff.changed.push({ before: old, after: record });
  }
  for (const [page, record] of before) if (!after.has(page)) diff.removed.push(record);
  return diff;
}

/** All that a tree says. */
function saidBy(tree: PageTree): unknown {
  const shown = (node: PageNode): unknown => ({ ...node, pages: node.pages.map(shown) });
  const pages = [...tree];
  return {
    roots: tree.roots.map(shown),
    size: tree.size,
    conditions: tree.conditions,
    home: tree.home?.record.id,
    byId: pages.map(({ record }) => tree.get(record.id)?.record),
    byPath: pages.map(({ path = '' }) => tree.atPath(path)?.record.id),
    missing: Array.from({ length: MOST + 1 }, (_, page) => tree.get(nameOf(page))?.path),
    above: pages.map(({ record }) => tree.ancestorsOf(record.id).map((above) => above.record)),
  };
}

const open = ({ record: { id: page, title }, path }: PageNode): string =>
  `{"id":"${page}","title":"${title}","path":"${path}","pages":`;
const textOf = (text: TreeText, tree: PageTree): string => Buffer.concat([...text.pieces(tree.roots)]).toString();

function stepped<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

describe('The tree of a changed revision', () => {
  it('is the same mended as built anew, over any edits, moves, deletions and merges, and so is its text', () => {
    let mendings = 0;
    fc.assert(
      fc.property(revisions, fc.boolean(), (all, areOrdinary) => {
        const pages = new Map<string, PageRecord>();
        for (let page = 0; page < MOST / 2; page++)
          apply(
            pages,
            {
              kind: 'put',
              id: page,
              parent: page === 0 ? null : page >> 1,
              rank: page % 3,
              slug: page,
              type: 0,
              condition: false,
            },
            page,
          );
        let tree = new PageTree(pages.values());
        const text = new TreeText(open);
        textOf(text, tree);
        for (const [at, changes] of all.entries()) {
          const before = new Map(pages);
          for (const one of changes) (areOrdinary ? applyOrdinary : apply)(pages, one, at + 1);
          const anew = new PageTree(pages.values());
          const mended = tree.mended(diffOf(before, pages));
          if (mended) {
            if (areOrdinary) mendings++;
            expect(saidBy(mended)).toEqual(saidBy(anew));
          }
          tree = mended ?? anew;
          const written = textOf(text, tree);
          expect(written).toBe(textOf(new TreeText(open), anew));
          expect(text.lengthOf(tree.roots)).toBe(Buffer.byteLength(written));
          const holds = ({ condition }: PageRecord): boolean => condition !== 'c0';
          const shown = [...walkShown(anew.roots, holds)];
          expect(saidBy(stepped(tree.pruned(holds)))).toEqual(saidBy(new PageTree(shown)));
        }
      }),
      { numRuns: 250 },
    );
    expect(mendings).toBeGreaterThan(200);
  });

  it('shares all branches but the one with the changed page', () => {
    const pages = new Map<string, PageRecord>();
    for (let page = 0; page < 1_000; page++)
      apply(
        pages,
        { kind: 'put', id: page, parent: page < 10 ? null : page % 10, rank: 0, slug: page, type: 0, condition: false },
        page,
      );
    const tree = new PageTree(pages.values());
    const before = new Map(pages);
    apply(pages, { kind: 'retitle', id: 500 }, 1);
    const mended = tree.mended(diffOf(before, pages));
    const changed = [...(mended ?? [])].filter((node) => tree.get(node.record.id) !== node);
    expect(changed.map(({ record }) => record.id)).toEqual(['page000', 'page500']);
  });
});

function* walkShown(nodes: readonly PageNode[], holds: (record: PageRecord) => boolean): Generator<PageRecord> {
  for (const { record, pages } of nodes) {
    if (!holds(record)) continue;
    yield record;
    yield* walkShown(pages, holds);
  }
}
