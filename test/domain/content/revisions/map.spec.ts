import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { diffMaps } from '../../../../src/content/revisions/domain/map/diff-maps.js';
import { StoredNode, type NodeSource } from '../../../../src/content/revisions/domain/map/map-node.js';
import { readAll, readRecords } from '../../../../src/content/revisions/domain/map/read-map.js';
import { writeRecords } from '../../../../src/content/revisions/domain/map/write-map.js';

interface Entry {
  id: string;
  value: number;
}

/** Stores all nodes in memory, shared by all readers, and counts reads. */
class Nodes implements NodeSource {
  readonly nodes = new Map<string, StoredNode>();
  reads = 0;
  nodesRead = 0;

  read(hashes: string[]): Promise<Map<string, StoredNode>> {
    this.reads++;
    this.nodesRead += hashes.length;
    return Promise.resolve(new Map(hashes.map((hash) => [hash, this.nodes.get(hash) ?? new StoredNode('')])));
  }

  async write(root: string | null, changes: Map<string, Entry | null>): Promise<string | null> {
    const written = await writeRecords(root, changes, this);
    for (const [hash, node] of written.nodes) this.nodes.set(hash, node);
    return written.root;
  }
}

/** Characters that could be mistaken for the end of a text, of a record or of an id. */
const TRICKY = fc.constantFrom('"', '\\', '{', '}', '[', ']', ':', ',', 'id', '"id":"', '\u2028', 'ä', '😀', 'a');
const TEXT = fc.string({ unit: TRICKY });

const entries = (count: number): Map<string, Entry> =>
  new Map(Array.from({ length: count }, (_, i) => [`page-${i}`, { id: `page-${i}`, value: i }]));

/** One step of a history: a batch of puts (a value) and deletions (null), over few enough ids that they collide. */
const batch = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 150 }), fc.option(fc.integer({ min: 0, max: 5 }))), {
  selector: ([id]) => id,
  maxLength: 90,
});
const toChanges = (steps: [number, number | null][]): Map<string, Entry | null> =>
  new Map(steps.map(([n, value]) => [`r${n}`, value === null ? null : { id: `r${n}`, value }]));

function apply(model: Map<string, Entry>, changes: Map<string, Entry | null>): void {
  for (const [id, record] of changes) {
    if (record) model.set(id, record);
    else model.delete(id);
  }
}

const pause = (): Promise<void> => Promise.resolve();

describe('A persistent map', () => {
  it('contains the same as a plain map, after any history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { maxLength: 8 }), async (history) => {
        const nodes = new Nodes();
        const model = new Map<string, Entry>();
        let root: string | null = null;
        for (const steps of history) {
          root = await nodes.write(root, toChanges(steps));
          apply(model, toChanges(steps));
        }
        expect(await readAll(root, nodes, pause)).toEqual(model);
        const asked = ['r1', 'r7', 'r77', 'r150', 'absent'];
        const found = await readRecords<Entry>(root, asked, nodes);
        for (const id of asked) expect(found.get(id)).toEqual(model.get(id));
      }),
      { numRuns: 150 },
    );
  });

  it('has a root that depends only on its records, and none when it is empty', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 8 }), async (history) => {
        const nodes = new Nodes();
        const model = new Map<string, Entry>();
        let root: string | null = null;
        for (const steps of history) {
          root = await nodes.write(root, toChanges(steps));
          apply(model, toChanges(steps));
        }
        expect(root).toBe(await new Nodes().write(null, new Map([...model].reverse())));
        expect(root === null).toBe(model.size === 0);
      }),
      { numRuns: 150 },
    );
  });

  it('finds the same differences as a plain comparison', async () => {
    await fc.assert(
      fc.asyncProperty(batch, batch, batch, async (base, left, right) => {
        const nodes = new Nodes();
        const models = [new Map<string, Entry>(), new Map<string, Entry>()];
        const start = await nodes.write(null, toChanges(base));
        const roots: (string | null)[] = [];
        for (const [i, side] of [left, right].entries()) {
          apply(models[i] ?? new Map(), toChanges(base));
          apply(models[i] ?? new Map(), toChanges(side));
          roots.push(await nodes.write(start, toChanges(side)));
        }
        const [a = new Map<string, Entry>(), b = new Map<string, Entry>()] = models;
        const diff = await diffMaps<Entry>(roots[0] ?? null, roots[1] ?? null, nodes);
        const ids = (records: Iterable<Entry>): string[] => [...records].map(({ id }) => id).sort();
        expect(ids(diff.added)).toEqual(ids([...b.values()].filter(({ id }) => !a.has(id))));
        expect(ids(diff.removed)).toEqual(ids([...a.values()].filter(({ id }) => !b.has(id))));
        const changed = [...b.values()].filter(({ id, value }) => a.has(id) && a.get(id)?.value !== value);
        expect(diff.changed.map(({ after }) => after.id)).toEqual(ids(changed));
        for (const { before, after } of diff.changed)
          expect([before, after]).toEqual([a.get(after.id), b.get(after.id)]);
      }),
      { numRuns: 200 },
    );
  });

  it('returns records of any shape and content unchanged, and stores them in one form', async () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const record = fc.tuple(TEXT, fc.dictionary(TEXT, fc.oneof(TEXT, value)));
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 60 }),
        fc.array(record, { maxLength: 5 }),
        async (first, second) => {
          const nodes = new Nodes();
          const model = new Map<string, Entry>();
          let root: string | null = null;
          for (const records of [first, second]) {
            const changes = new Map(records.map(([id, members]) => [id, { ...members, id } as unknown as Entry]));
            root = await nodes.write(root, changes);
            apply(model, changes);
          }
          expect(root).toBe(await new Nodes().write(null, model));
          const read = await readRecords<Entry>(root, model.keys(), nodes);
          for (const [id, entry] of model) expect(canonicalJson(read.get(id))).toBe(canonicalJson(entry));
          expect(read.size).toBe(model.size);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('keeps the hashes of its stored format', async () => {
    expect(await new Nodes().write(null, entries(1_000))).toBe(
      'bde8885b124966c4e7f45ace6de4d2a34fb79084578ebbbc2b149f2d753ca9d9',
    );
  });

  it('returns the former records of all changes', async () => {
    const nodes = new Nodes();
    const root = await nodes.write(null, entries(1_000));
    const { before } = await writeRecords(
      root,
      new Map([
        ['page-7', { id: 'page-7', value: -1 }],
        ['page-8', null],
        ['absent', { id: 'absent', value: 0 }],
      ]),
      nodes,
    );
    expect(before).toEqual(
      new Map([
        ['page-7', { id: 'page-7', value: 7 }],
        ['page-8', { id: 'page-8', value: 8 }],
      ]),
    );
  });

  it('writes one node per level for an edit of one record, and reads each level once', async () => {
    const nodes = new Nodes();
    const root = await nodes.write(null, entries(10_000));
    for (const id of ['page-0', 'page-5000', 'page-9999']) {
      nodes.reads = 0;
      nodes.nodesRead = 0;
      const written = await writeRecords(root, new Map([[id, { id, value: -1 }]]), nodes);
      expect(written.nodes.size).toBe(3);
      expect([nodes.reads, nodes.nodesRead]).toEqual([3, 3]);
    }
  });

  it('writes nothing for an edit that changes nothing', async () => {
    const nodes = new Nodes();
    const root = await nodes.write(null, entries(1_000));
    const same = await writeRecords(
      root,
      new Map([
        ['page-7', { id: 'page-7', value: 7 }],
        ['absent', null],
      ]),
      nodes,
    );
    expect(same).toMatchObject({ root, nodes: new Map() });
  });

  it('reads the whole map in as many reads as it has levels', async () => {
    const nodes = new Nodes();
    const root = await nodes.write(null, entries(10_000));
    expect((await readAll(root, nodes, pause)).size).toBe(10_000);
    expect(nodes.reads).toBe(3);
  });

  it('compares at a cost proportional to the differences', async () => {
    const nodes = new Nodes();
    const root = await nodes.write(null, entries(10_000));
    const edited = await nodes.write(
      root,
      new Map([
        ['page-1', { id: 'page-1', value: -1 }],
        ['page-2', null],
      ]),
    );
    nodes.nodesRead = 0;
    const diff = await diffMaps<Entry>(root, edited, nodes);
    expect([diff.added.length, diff.removed.length, diff.changed.length]).toEqual([0, 1, 1]);
    expect(nodes.nodesRead).toBeLessThanOrEqual(10);
  });

  it('shrinks back into one leaf when records are deleted', async () => {
    const nodes = new Nodes();
    const root = await nodes.write(null, entries(40));
    const left = await nodes.write(root, new Map([...entries(8).keys()].map((id) => [id, null])));
    expect(left).toBe(await nodes.write(null, new Map([...entries(40)].slice(8))));
  });

  it('names a node that is missing in the store', async () => {
    const nodes = new Nodes();
    const root = (await nodes.write(null, entries(3))) ?? '';
    const lost: NodeSource = { read: () => Promise.resolve(new Map()) };
    await expect(readAll(root, lost, pause)).rejects.toThrow(root);
  });

  it('refuses a record under another id', async () => {
    const wrong = new Map([['a', { id: 'b', value: 1 }]]);
    await expect(writeRecords(null, wrong, new Nodes())).rejects.toThrow('b');
  });
});
