import { isLeafText } from './leaf-text.js';
import { RUN, sortedInRuns } from './sorted-in-runs.js';
import {
  bySlot,
  compareIds,
  decodeInner,
  keyed,
  readLevel,
  readNodes,
  type Identified,
  type Keyed,
  type NodeSource,
} from './map-node.js';

/** The records with the given ids; unknown ids are left out. One read per level. */
export async function readRecords<R extends Identified>(
  root: string | null,
  ids: Iterable<string>,
  source: NodeSource,
): Promise<Map<string, R>> {
  const found = new Map<string, R>();
  const wanted = [...new Set(ids)].map((id) => keyed(id, id));
  let level: { hash: string; ids: Keyed<string>[] }[] =
    root === null || wanted.length === 0 ? [] : [{ hash: root, ids: wanted }];
  for (let depth = 0; level.length > 0; depth++) {
    const nodeOf = await readLevel(
      level.map(({ hash }) => hash),
      source,
    );
    const next: typeof level = [];
    for (const { hash, ids: below } of level) {
      const node = nodeOf(hash);
      if (node.kind === 'leaf') {
        const asked = new Set(below.map(({ value }) => value));
        for (const { id, text } of node.records) if (asked.has(id)) found.set(id, JSON.parse(text) as R);
        continue;
      }
      for (const [slot, group] of bySlot(below, depth)) {
        const kid = node.kids[slot];
        if (kid) next.push({ hash: kid, ids: group });
      }
    }
    level = next;
  }
  return found;
}

/** Nodes that are read at a time. */
const AT_A_TIME = 64;

/** All records of the map in no order, those of one leaf at a time, so that a large map is never in memory twice. */
export async function* readParts<R extends Identified>(root: string | null, source: NodeSource): AsyncGenerator<R[]> {
  const pending = root === null ? [] : [root];
  while (pending.length > 0) {
    for (const { text } of (await readNodes(pending.splice(-AT_A_TIME), source)).values()) {
      if (isLeafText(text)) yield (JSON.parse(text) as { e: R[] }).e;
      else for (const kid of decodeInner(text).kids) if (kid !== null) pending.push(kid);
    }
  }
}

/**
 * All records of the map by their ids, in the order of the ids. Breadth first, one read per level. `pause` is awaited
 * between steps of at most a millisecond.
 */
export async function readAll<R extends Identified>(
  root: string | null,
  source: NodeSource,
  pause: () => Promise<void>,
): Promise<Map<string, R>> {
  const records: R[] = [];
  for (let level = root === null ? [] : [root]; level.length > 0;) {
    const next: string[] = [];
    for (const { text } of (await readNodes(level, source)).values()) {
      // All records of the leaf are needed, so it is parsed as a whole.
      if (isLeafText(text)) records.push(...(JSON.parse(text) as { e: R[] }).e);
      else next.push(...decodeInner(text).kids.filter((kid) => kid !== null));
      await pause();
    }
    level = next;
  }
  const byId = new Map<string, R>();
  for (const [at, record] of (await sortedInRuns(records, compareIds, pause)).entries()) {
    byId.set(record.id, record);
    if (at % RUN === 0) await pause();
  }
  return byId;
}
