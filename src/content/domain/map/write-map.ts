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
} from './map-node.js';

export interface WrittenMap {
  /** `null` when the map is empty. */
  root: string | null;
  /** Texts of the nodes that are new, by their names. */
  nodes: Map<string, string>;
}

type Change<R> = Keyed<{ id: string; record: R | null }>;

/** A place in the map that the changes touch. */
interface Place<R extends Identified> {
  changes: Change<R>[];
  node: MapNode<R> | null;
  /** Of an inner node: the places below it that are touched. */
  below: Map<number, Place<R>>;
  /** Of a leaf or an empty place: the records once the changes are made. */
  records: R[];
  count: number;
}

/**
 * The map with `changes` made: a record is put, `null` takes one away. Reads only the nodes on the way to the changed
 * records, one read per level and at most one more when subtrees shrink into leaves. Equal content gives an equal root.
 */
export async function writeRecords<R extends Identified>(
  root: string | null,
  changes: ReadonlyMap<string, R | null>,
  source: NodeSource,
): Promise<WrittenMap> {
  if (changes.size === 0) return { root, nodes: new Map() };
  const all = [...changes].map(([id, record]) => {
    if (record && record.id !== id) throw new Error(`The record ${record.id} was put under the key ${id}.`);
    return keyed(id, { id, record });
  });
  const known = new Set<string>();
  const top = await load<R>(root, all, source, known);
  settle(top);
  const untouched = new Set<string>();
  collectShrunk(top, untouched);
  for (const hash of untouched) known.add(hash);
  const leafOf = await readLevel<R>(untouched, source);
  const nodes = new Map<string, string>();
  const emit = (node: MapNode<R>): string => {
    const { hash, text } = encodeNode(node);
    if (!known.has(hash)) nodes.set(hash, text);
    return hash;
  };
  return { root: build(top, 0, (hash) => (leafOf(hash) as Leaf<R>).records, emit), nodes };
}

async function load<R extends Identified>(
  root: string | null,
  changes: Change<R>[],
  source: NodeSource,
  known: Set<string>,
): Promise<Place<R>> {
  const top = emptyPlace(changes);
  let level = root === null ? [] : [{ place: top, hash: root }];
  for (let depth = 0; level.length > 0; depth++) {
    const nodeOf = await readLevel<R>(
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

function emptyPlace<R extends Identified>(changes: Change<R>[]): Place<R> {
  return { changes, node: null, below: new Map(), records: [], count: 0 };
}

/** Makes the changes in the leaves and counts upwards. Returns by how much the place grew. */
function settle<R extends Identified>(place: Place<R>): number {
  if (place.node?.kind === 'inner') {
    let growth = 0;
    for (const below of place.below.values()) growth += settle(below);
    place.count = place.node.count + growth;
    return growth;
  }
  const before = place.node?.records ?? [];
  const records = new Map(before.map((record) => [record.id, record]));
  for (const { value } of place.changes) {
    if (value.record) records.set(value.id, value.record);
    else records.delete(value.id);
  }
  place.records = [...records.values()];
  place.count = place.records.length;
  return place.count - before.length;
}

/** Names of untouched leaves under inner places that shrank so far that they become one leaf. */
function collectShrunk<R extends Identified>(place: Place<R>, hashes: Set<string>): void {
  if (place.node?.kind !== 'inner') return;
  if (place.count <= LEAF_LIMIT) for (const hash of untouchedKids(place, place.node)) hashes.add(hash);
  for (const below of place.below.values()) collectShrunk(below, hashes);
}

function untouchedKids<R extends Identified>(place: Place<R>, node: Inner): string[] {
  return node.kids.filter((kid, slot): kid is string => kid !== null && !place.below.has(slot));
}

function build<R extends Identified>(
  place: Place<R>,
  depth: number,
  recordsOf: (hash: string) => readonly R[],
  emit: (node: MapNode<R>) => string,
): string | null {
  if (place.node?.kind === 'inner' && place.count > LEAF_LIMIT) {
    const kids = [...place.node.kids];
    for (const [slot, below] of place.below) kids[slot] = build(below, depth + 1, recordsOf, emit);
    return emit({ kind: 'inner', count: place.count, kids });
  }
  return grow(
    gather(place, recordsOf).map((record) => keyed(record.id, record)),
    depth,
    emit,
  );
}

function gather<R extends Identified>(place: Place<R>, recordsOf: (hash: string) => readonly R[]): R[] {
  if (place.node?.kind !== 'inner') return place.records;
  const records = [...place.below.values()].flatMap((below) => gather(below, recordsOf));
  for (const hash of untouchedKids(place, place.node)) records.push(...recordsOf(hash));
  return records;
}

/** The nodes for `records` alone. */
function grow<R extends Identified>(
  records: Keyed<R>[],
  depth: number,
  emit: (node: MapNode<R>) => string,
): string | null {
  if (records.length === 0) return null;
  if (records.length <= LEAF_LIMIT) {
    return emit({ kind: 'leaf', records: records.map(({ value }) => value).sort(compareIds) });
  }
  const kids = Array.from<string | null>({ length: FAN_OUT }).fill(null);
  for (const [slot, group] of bySlot(records, depth)) kids[slot] = grow(group, depth + 1, emit);
  return emit({ kind: 'inner', count: records.length, kids });
}
