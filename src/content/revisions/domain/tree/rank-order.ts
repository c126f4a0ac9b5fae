import { isRank, ranksBetween } from './rank.js';

/**
 * Ranks for siblings in their new order. `ranks` contains the current rank of each (undefined: a new sibling). Keeps as
 * many ranks as possible, so that inserting a page changes no other record. All ranks are after `from` and before `to`,
 * where given.
 */
export function keepRanks(
  ranks: readonly (string | undefined)[],
  from: string | null = null,
  to: string | null = null,
): string[] {
  const within = ranks.map((rank) => (rank !== undefined && isWithin(rank, from, to) ? rank : undefined));
  const kept = longestAscent(within);
  const result: string[] = [];
  let before = from;
  for (let at = 0; at < within.length;) {
    let next = at;
    while (next < within.length && !kept.has(next)) next++;
    const after = within[next] ?? null;
    result.push(...ranksBetween(before, after ?? to, next - at));
    if (after !== null) result.push(after);
    before = after;
    at = next + 1;
  }
  return result;
}

function isWithin(rank: string, from: string | null, to: string | null): boolean {
  return (from === null || rank > from) && (to === null || rank < to);
}

/** The indexes of a longest strictly increasing subsequence of ranks, found in O(n log n). */
function longestAscent(ranks: readonly (string | undefined)[]): Set<number> {
  const ends: number[] = [];
  const previous = new Map<number, number>();
  for (const [at, rank] of ranks.entries()) {
    if (rank === undefined || !isRank(rank)) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranks[ends[middle] ?? 0] ?? '') < rank) low = middle + 1;
      else high = middle;
    }
    const last = ends[low - 1];
    if (last !== undefined) previous.set(at, last);
    ends[low] = at;
  }
  const chosen = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) chosen.add(at);
  return chosen;
}
