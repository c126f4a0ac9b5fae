import type { ObjectStore } from './objects.js';
import { readCommit } from './tree.js';

/** Histories are followed no further than this. */
export const MAX_HISTORY = 1_000;

/**
 * Whether `ancestor` is in the history of `commit`, as far as the store holds it; undefined where the history goes on
 * behind what was looked at.
 */
export async function descends(objects: ObjectStore, commit: string, ancestor: string): Promise<boolean | undefined> {
  const seen = new Set([commit]);
  const open = [commit];
  let whole = true;
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (next === ancestor) return true;
    if (seen.size > MAX_HISTORY || (await objects.size(next)) === undefined) {
      whole = false;
      continue;
    }
    for (const parent of (await readCommit(objects, next)).parents) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      open.push(parent);
    }
  }
  return whole ? false : undefined;
}
