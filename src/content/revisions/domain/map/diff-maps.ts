import type { StoredRecord } from './leaf-text.js';
import {
  bySlot,
  compareIds,
  FAN_OUT,
  keyed,
  readLevel,
  type Identified,
  type Inner,
  type NodeSource,
} from './map-node.js';

/** The differences between two maps; every list is in the order of the ids. */
export interface MapDiff<R extends Identified> {
  added: R[];
  removed: R[];
  changed: { before: R; after: R }[];
}

/**
 * One side of a comparison: a subtree that is not read yet, or the records of a leaf that is compared with an inner
 * node.
 */
type Side = { hash: string } | Records;
type Opened = Pick<Inner, 'kids'> | Records;
interface Records {
  records: readonly StoredRecord[];
}

/** When to give up, and what is awaited between the steps of the comparison. */
export interface DiffLimits {
  /** Nodes of one level that differ. */
  most: number;
  pause: () => Promise<void>;
}

/** Compares two maps as `diffMaps`; undefined where more nodes differ than `limits` allows. */
export async function diffSimilarMaps<R extends Identified>(
  rootA: string | null,
  rootB: string | null,
  source: NodeSource,
  limits: DiffLimits,
): Promise<MapDiff<R> | undefined> {
  return compare(rootA, rootB, source, limits);
}

/**
 * Compares two maps, skipping equal subtrees: the cost depends on the number of nodes that differ. Only the records
 * that differ are parsed.
 */
export async function diffMaps<R extends Identified>(
  rootA: string | null,
  rootB: string | null,
  source: NodeSource,
): Promise<MapDiff<R>> {
  return (await compare<R>(rootA, rootB, source)) as MapDiff<R>;
}

async function compare<R extends Identified>(
  rootA: string | null,
  rootB: string | null,
  source: NodeSource,
  limits?: DiffLimits,
): Promise<MapDiff<R> | undefined> {
  const diff: MapDiff<R> = { added: [], removed: [], changed: [] };
  let level: [Side, Side][] = rootA === rootB ? [] : [[sideOf(rootA), sideOf(rootB)]];
  for (let depth = 0; level.length > 0; depth++) {
    if (limits && level.length > limits.most) return undefined;
    const hashes: string[] = [];
    for (const sides of level) for (const side of sides) if ('hash' in side) hashes.push(side.hash);
    const nodeOf = await readLevel(hashes, source);
    const open = (side: Side): Opened => ('records' in side ? side : nodeOf(side.hash));
    const next: typeof level = [];
    for (const [a, b] of level) {
      const [openA, openB] = [open(a), open(b)];
      if ('records' in openA && 'records' in openB) compareRecords(openA.records, openB.records, diff);
      else next.push(...differingKids(openA, openB, depth));
      if (limits) await limits.pause();
    }
    level = next;
  }
  diff.added.sort(compareIds);
  diff.removed.sort(compareIds);
  diff.changed.sort((a, b) => compareIds(a.after, b.after));
  return diff;
}

function sideOf(hash: string | null | undefined): Side {
  return hash ? { hash } : { records: [] };
}

function differingKids(a: Opened, b: Opened, depth: number): [Side, Side][] {
  const pairs: [Side, Side][] = [];
  if ('kids' in a && 'kids' in b) {
    for (let slot = 0; slot < FAN_OUT; slot++) {
      const [hashA, hashB] = [a.kids[slot], b.kids[slot]];
      if (hashA !== hashB) pairs.push([sideOf(hashA), sideOf(hashB)]);
    }
    return pairs;
  }
  const [kidA, kidB] = [kidsOf(a, depth), kidsOf(b, depth)];
  for (let slot = 0; slot < FAN_OUT; slot++) {
    const [sideA, sideB] = [kidA(slot), kidB(slot)];
    const equal =
      'hash' in sideA
        ? 'hash' in sideB && sideA.hash === sideB.hash
        : 'records' in sideB && sideA.records.length + sideB.records.length === 0;
    if (!equal) pairs.push([sideA, sideB]);
  }
  return pairs;
}

/** The children of a node that was read; a leaf is split as if it were an inner node at `depth`. */
function kidsOf(opened: Opened, depth: number): (slot: number) => Side {
  if ('kids' in opened) return (slot) => sideOf(opened.kids[slot]);
  const slots = bySlot(
    opened.records.map((record) => keyed(record.id, record)),
    depth,
  );
  return (slot) => ({ records: slots.get(slot)?.map(({ value }) => value) ?? [] });
}

function compareRecords<R extends Identified>(
  a: readonly StoredRecord[],
  b: readonly StoredRecord[],
  diff: MapDiff<R>,
): void {
  const read = (text: string): R => JSON.parse(text) as R;
  let at = 0;
  // Both lists are in the order of their ids.
  for (const { id, text } of b) {
    let old = a[at];
    for (; old && old.id < id; old = a[++at]) diff.removed.push(read(old.text));
    if (old?.id !== id) diff.added.push(read(text));
    else {
      at++;
      if (old.text !== text) diff.changed.push({ before: read(old.text), after: read(text) });
    }
  }
  for (const { text } of a.slice(at)) diff.removed.push(read(text));
}
