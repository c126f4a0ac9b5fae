import { canonicalJson } from '#kernel/domain/canonical-json';
import {
  bySlot,
  compareIds,
  FAN_OUT,
  keyed,
  readLevel,
  type Identified,
  type Inner,
  type Keyed,
  type NodeSource,
} from './map-node.js';

/** What leads from one map to another; every list is in the order of the ids. */
export interface MapDiff<R extends Identified> {
  added: R[];
  removed: R[];
  changed: { before: R; after: R }[];
}

/** One side of a comparison: a subtree not read yet, or the records of a leaf that met an inner node. */
type Side<R> = { hash: string } | { records: Keyed<R>[] };
type Opened<R> = Pick<Inner, 'kids'> | { records: Keyed<R>[] };

/** Compares two maps, passing over equal subtrees: the cost follows the number of nodes that differ. */
export async function diffMaps<R extends Identified>(
  rootA: string | null,
  rootB: string | null,
  source: NodeSource,
): Promise<MapDiff<R>> {
  const diff: MapDiff<R> = { added: [], removed: [], changed: [] };
  let level: [Side<R>, Side<R>][] = rootA === rootB ? [] : [[sideOf(rootA), sideOf(rootB)]];
  for (let depth = 0; level.length > 0; depth++) {
    const nodeOf = await readLevel<R>(
      level.flat().flatMap((side) => ('hash' in side ? [side.hash] : [])),
      source,
    );
    const open = (side: Side<R>): Opened<R> => {
      if ('records' in side) return side;
      const node = nodeOf(side.hash);
      return node.kind === 'inner' ? node : { records: node.records.map((record) => keyed(record.id, record)) };
    };
    const next: typeof level = [];
    for (const [a, b] of level) {
      const [openA, openB] = [open(a), open(b)];
      if ('records' in openA && 'records' in openB) compareRecords(openA.records, openB.records, diff);
      else next.push(...differingKids(openA, openB, depth));
    }
    level = next;
  }
  diff.added.sort(compareIds);
  diff.removed.sort(compareIds);
  diff.changed.sort((a, b) => compareIds(a.after, b.after));
  return diff;
}

function sideOf<R>(hash: string | null | undefined): Side<R> {
  return hash ? { hash } : { records: [] };
}

function differingKids<R>(a: Opened<R>, b: Opened<R>, depth: number): [Side<R>, Side<R>][] {
  const [kidA, kidB] = [kidsOf(a, depth), kidsOf(b, depth)];
  const pairs: [Side<R>, Side<R>][] = [];
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

/** The children of what was opened; a leaf is laid out as if it were an inner node at `depth`. */
function kidsOf<R>(opened: Opened<R>, depth: number): (slot: number) => Side<R> {
  if ('kids' in opened) return (slot) => sideOf(opened.kids[slot]);
  const slots = bySlot(opened.records, depth);
  return (slot) => ({ records: slots.get(slot) ?? [] });
}

function compareRecords<R extends Identified>(a: Keyed<R>[], b: Keyed<R>[], diff: MapDiff<R>): void {
  const before = new Map(a.map(({ value }) => [value.id, value]));
  for (const { value: after } of b) {
    const old = before.get(after.id);
    before.delete(after.id);
    if (old === undefined) diff.added.push(after);
    else if (canonicalJson(old) !== canonicalJson(after)) diff.changed.push({ before: old, after });
  }
  diff.removed.push(...before.values());
}
