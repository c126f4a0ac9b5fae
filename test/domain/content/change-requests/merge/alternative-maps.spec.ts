import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { diffMaps, type MapDiff } from '../../../../../src/content/revisions/domain/map/diff-maps.js';
import type { StoredNode } from '../../../../../src/content/revisions/domain/map/map-node.js';
import { type NodeSource } from '../../../../../src/content/revisions/domain/map/map-node.js';
import { writeRecords } from '../../../../../src/content/revisions/domain/map/write-map.js';
import { alternativeMaps } from '../../../../../src/content/change-requests/domain/merge/alternative-maps.js';
import type { PageRecord } from '../../../../../src/content/revisions/domain/page/page-record.js';
import type { RevisionRoots } from '../../../../../src/content/revisions/domain/ports.js';
import { ALL, edited, edits, spaces } from './histories.js';
import { contentOf, merge, page, type Content } from './merge-fixture.js';

const numRuns = Number(process.env['FC_RUNS'] ?? 150);

/** Maps in memory. */
class Maps implements NodeSource {
  readonly nodes = new Map<string, StoredNode>();

  read(hashes: string[]): Promise<Map<string, StoredNode>> {
    return Promise.resolve(new Map(hashes.map((hash) => [hash, this.nodes.get(hash) as StoredNode])));
  }

  async write(root: string | null, changes: ReadonlyMap<string, PageRecord | null>) {
    const written = await writeRecords(root, changes, this);
    for (const [hash, node] of written.nodes) this.nodes.set(hash, node);
    return written;
  }
}

const NOTHING: MapDiff<never> = { added: [], removed: [], changed: [] };

/** Merges pages, and computes the alternative from those of the change request. */
async function mergedBothWays(base: Content, main: Content, other: Content) {
  const maps = new Maps();
  const [before, ours, theirs] = [
    (await maps.write(null, base.pages)).root,
    (await maps.write(null, main.pages)).root,
    (await maps.write(null, other.pages)).root,
  ];
  const result = await merge(base, main, other);
  const sides = {
    pages: {
      main: await diffMaps<PageRecord>(before, ours, maps),
      other: await diffMaps<PageRecord>(before, theirs, maps),
    },
    files: { main: NOTHING, other: NOTHING },
    contents: { main: NOTHING, other: NOTHING },
    variables: { base: {}, main: {}, other: {} },
  };
  const roots: RevisionRoots = { pages: theirs, files: null, contents: null, variables: {} };
  const { pages: way } = alternativeMaps(roots, sides, { pages: result.pages, files: new Map(), contents: new Map() });
  return { sides, way, maps, main: await maps.write(ours, result.pages) };
}

describe("the alternative from the change request's maps to the merged maps", () => {
  /** Pages that no side touches, so that the maps have inner nodes. */
  const rest = Array.from({ length: 100 }, (_, i) => page(`rest${i}`, { parent: 'rest', rank: `b${i}` }));
  const amid = (content: Content): Content => ({
    ...content,
    pages: new Map([...content.pages, ...contentOf(page('rest', { rank: 'z' }), ...rest).pages]),
  });
  const histories = fc
    .tuple(spaces(12), edits(ALL, 4), edits(ALL, 8), fc.boolean())
    .map(([small, ours, theirs, isLarge]) => {
      const sides = [small, edited(small, 'main', ours), edited(small, 'other', theirs)];
      return (isLarge ? sides.map(amid) : sides) as [Content, Content, Content];
    });

  it("results in the same map as the changes to main, and contains main's former records", async () => {
    let led = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (sides) => {
        const { way, maps, main } = await mergedBothWays(...sides);
        if (!way) return;
        led++;
        expect((await maps.write(way.root, way.changes)).root).toBe(main.root);
        expect(way.before).toEqual(main.before);
      }),
      { numRuns },
    );
    expect(led).toBeGreaterThan(numRuns / 10);
  });

  it('has as many changes as main made, whatever the change request contains, and is absent where that is more', async () => {
    const base = amid(contentOf(page('a')));
    const changed = (from: number, to: number): Content => ({
      ...base,
      pages: new Map([
        ...base.pages,
        ...rest.slice(from, to).map((record) => [record.id, { ...record, title: 'Other' }] as const),
      ]),
    });
    const { way, maps } = await mergedBothWays(base, changed(0, 1), changed(1, 90));
    expect([...(way?.changes.keys() ?? [])]).toEqual(['rest0']);
    // The root and the leaf with the page.
    expect((await writeRecords(way?.root ?? null, way?.changes ?? new Map(), maps)).nodes.size).toBe(2);
    expect((await mergedBothWays(base, changed(1, 90), changed(0, 1))).way).toBeUndefined();
  });
});
