import { canonicalJson } from '#kernel/domain/canonical-json';
import type { StoredRecord } from './leaf-text.js';
import {
  bySlot,
  compareIds,
  encodeNode,
  FAN_OUT,
  keyed,
  LEAF_LIMIT,
  readLevel,
  type Identified,
  type Inner,
  type Keyed,
  type Leaf,
  type MapNode,
  type NodeSource,
  type StoredNode,
} from './map-node.js';

export interface WrittenMap<R extends Identified> {
  /** `null` when the map is empty. */
  root: string | null;
  /** The new nodes by their hashes. */
  nodes: Map<string, StoredNode>;
  /** The former records of those that were put or deleted, by their ids. */
  before: ReadonlyMap<string, R>;
}

/** A record in its stored form; `null` deletes it. */
type Change = Keyed<{ id: string; text: string | null }>;

/** A node, or an empty child, on the path to a changed record. */
interface Place {
  changes: Change[];
  node: MapNode | null;
  /** Of an inner node: the children on the path to changed records. */
  below: Map<number, Place>;
  /** Of a leaf or an empty child: the records after the changes. */
  records: StoredRecord[];
  count: number;
}

/**
 * Applies `changes` to a map: puts a record, or deletes it for `null`. Reads only the nodes on the paths to the changed
 * records, with one read per level and at most one more when subtrees shrink into leaves. Equal content results in
 * equal roots.
 */
export async function writeRecords<R extends Identified>(
  root: string | null,
  changes: ReadonlyMap<string, R | null>,
  source: NodeSource,
): Promise<WrittenMap<R>> {
  const before = new Map<string, R>();
  const nodes = new Map<string, StoredNode>();
  if (changes.size === 0) return { root, nodes, before };
  const all = [...changes].map(([id, record]) => {
    if (record && record.id !== id) throw new Error(`The record ${record.id} was put under the key ${id}.`);
    return keyed(id, { id, text: record && canonicalJson(record) });
  });
  const known = new Set<string>();
  const top = await load(root, all, source, known);
  settle(top, ({ id, text }) => before.set(id, JSON.parse(text) as R));
  const untouched = new Set<string>();
  collectShrunk(top, untouched);
  for (const hash of untouched) known.add(hash);
  const leafOf = await readLevel(untouched, source);
  const emit = (node: MapNode): string => {
    const { hash, stored } = encodeNode(node);
    if (!known.has(hash)) nodes.set(hash, stored);
    return hash;
  };
  return { root: build(top, 0, (hash) => (leafOf(hash) as Leaf).records, emit), nodes, before };
}

async function load(root: string | null, changes: Change[], source: NodeSource, known: Set<string>): Promise<Place> {
  const top = emptyPlace(changes);
  let level = root === null ? [] : [{ place: top, hash: root }];
  for (let depth = 0; level.length > 0; depth++) {
    const nodeOf = await readLevel(
      level.map(({ hash }) => hash),
      source,
    );
    const next: typeof level = [];
    for (const { place, hash } of level) {
      known.add(hash);
      const node = nodeOf(hash);
      place.node = node;
      if (node.kind === 'leaf') continue;
      for (const [slot, group] of bySlot(place.changes, depth)) {
        const below = emptyPlace(group);
        place.below.set(slot, below);
        const kid = node.kids[slot];
        if (kid) next.push({ place: below, hash: kid });
      }
    }
    level = next;
  }
  return top;
}

function emptyPlace(changes: Change[]): Place {
  return { changes, node: null, below: new Map(), records: [], count: 0 };
}

/**
 * Applies the changes in the leaves and updates the counts upwards. Calls `tell` with each replaced or deleted record.
 * Returns by how many records the subtree grew.
 */
function settle(place: Place, tell: (before: StoredRecord) => void): number {
  if (place.node?.kind === 'inner') {
    let growth = 0;
    for (const below of place.below.values()) growth += settle(below, tell);
    place.count = place.node.count + growth;
    return growth;
  }
  const before = place.node?.records ?? [];
  const records = new Map(before.map((record) => [record.id, record]));
  for (const { id, text } of place.changes.map(({ value }) => value)) {
    const old = records.get(id);
    if (old) tell(old);
    if (text === null) records.delete(id);
    else records.set(id, { id, text });
  }
  place.records = [...records.values()];
  place.count = place.records.length;
  return place.count - before.length;
}

/** Collects the hashes of unchanged leaves below inner nodes that shrank so far that they become one leaf. */
function collectShrunk(place: Place, hashes: Set<string>): void {
  if (place.node?.kind !== 'inner') return;
  if (place.count <= LEAF_LIMIT) for (const hash of untouchedKids(place, place.node)) hashes.add(hash);
  for (const below of place.below.values()) collectShrunk(below, hashes);
}

function untouchedKids(place: Place, node: Inner): string[] {
  return node.kids.filter((kid, slot): kid is string => kid !== null && !place.below.has(slot));
}

function build(
  place: Place,
  depth: number,
  recordsOf: (hash: string) => readonly StoredRecord[],
  emit: (node: MapNode) => string,
): string | null {
  if (place.node?.kind === 'inner' && place.count > LEAF_LIMIT) {
    const kids = [...place.node.kids];
    for (const [slot, below] of place.below) kids[slot] = build(below, depth + 1, recordsOf, emit);
    return emit({ kind: 'inner', count: place.count, kids });
  }
  const records = gather(place, recordsOf);
  if (records.length <= LEAF_LIMIT) return emitLeaf(records, emit);
  return grow(
    records.map((record) => keyed(record.id, record)),
    depth,
    emit,
  );
}

function gather(place: Place, recordsOf: (hash: string) => readonly StoredRecord[]): StoredRecord[] {
  if (place.node?.kind !== 'inner') return place.records;
  const records = [...place.below.values()].flatMap((below) => gather(below, recordsOf));
  for (const hash of untouchedKids(place, place.node)) records.push(...recordsOf(hash));
  return records;
}

function emitLeaf(records: StoredRecord[], emit: (node: MapNode) => string): string | null {
  return records.length === 0 ? null : emit({ kind: 'leaf', records: records.sort(compareIds) });
}

/** Builds the nodes of a subtree with `records`. */
function grow(records: Keyed<StoredRecord>[], depth: number, emit: (node: MapNode) => string): string | null {
  if (records.length <= LEAF_LIMIT) {
    return emitLeaf(
      records.map(({ value }) => value),
      emit,
    );
  }
  const kids = Array.from<string | null>({ length: FAN_OUT }).fill(null);
  for (const [slot, group] of bySlot(records, depth)) kids[slot] = grow(group, depth + 1, emit);
  return emit({ kind: 'inner', count: records.length, kids });
}
