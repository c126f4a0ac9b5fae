/** What became of clusters when their issues were grouped anew. Groups are numbers of the new grouping. */
export type ClusterChange =
  /** A group that continues no cluster. */
  | { kind: 'new'; group: number; issues: number }
  /** A cluster that no group continues and that was not merged into another; `issues` it had. */
  | { kind: 'gone'; cluster: string; issues: number }
  /** Large parts of a cluster are in several groups; the largest part is the first. */
  | { kind: 'split'; cluster: string; parts: { group: number; issues: number }[] }
  /** Most of several clusters is in one group; the largest part is the first. */
  | { kind: 'merged'; group: number; parts: { cluster: string; issues: number }[] };

export interface Matched {
  /** The cluster that each group continues; a group without one needs a new id. */
  ids: Map<number, string>;
  changes: ClusterChange[];
}

/** A smaller share of a cluster, or fewer issues, is no part that it was split into. */
const PART_SHARE = 0.1;
const PART_ISSUES = 2;

interface Overlap {
  cluster: string;
  group: number;
  issues: number;
}

/**
 * Which cluster each new group continues: the one it shares most issues with, where each cluster is continued by one
 * group at most and of a cluster that splits the largest part continues it. A group continues a cluster only if it has
 * the largest part of it, or is made of it by half. `before`: issue -> cluster id, `after`: issue -> group; issues that
 * only one of them has are new or gone, and negative groups are none.
 */
export function matchClusters(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, number>): Matched {
  const counts = countsOf(before, after);
  const ids = assign(counts);
  return { ids, changes: changesOf(counts, ids) };
}

interface Counts {
  clusters: Map<string, number>;
  groups: Map<number, number>;
  /** The largest first. */
  overlaps: Overlap[];
}

function countsOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, number>): Counts {
  const clusters = new Map<string, number>();
  const groups = new Map<number, number>();
  const shared = new Map<string, Map<number, number>>();
  for (const cluster of before.values()) clusters.set(cluster, (clusters.get(cluster) ?? 0) + 1);
  for (const [issue, group] of after) {
    if (group < 0) continue;
    groups.set(group, (groups.get(group) ?? 0) + 1);
    const cluster = before.get(issue);
    if (cluster === undefined) continue;
    const row = shared.get(cluster) ?? new Map<number, number>();
    shared.set(cluster, row.set(group, (row.get(group) ?? 0) + 1));
  }
  const overlaps = Array.from(shared).flatMap(([cluster, row]) =>
    Array.from(row, ([group, issues]) => ({ cluster, group, issues })),
  );
  overlaps.sort((a, b) => b.issues - a.issues || a.group - b.group || (a.cluster < b.cluster ? -1 : 1));
  return { clusters, groups, overlaps };
}

function assign({ groups, overlaps }: Counts): Map<number, string> {
  const ids = new Map<number, string>();
  const continued = new Set<string>();
  const seen = new Set<string>();
  for (const { cluster, group, issues } of overlaps) {
    const largestPart = !seen.has(cluster);
    seen.add(cluster);
    if (ids.has(group) || continued.has(cluster)) continue;
    if (!largestPart && issues * 2 < (groups.get(group) ?? 0)) continue;
    ids.set(group, cluster);
    continued.add(cluster);
  }
  return ids;
}

function changesOf({ clusters, groups, overlaps }: Counts, ids: ReadonlyMap<number, string>): ClusterChange[] {
  const parts = new Map<string, Overlap[]>();
  const merging = new Map<number, Overlap[]>();
  for (const overlap of overlaps) {
    const size = clusters.get(overlap.cluster) ?? 0;
    if (overlap.issues >= Math.max(PART_ISSUES, size * PART_SHARE)) push(parts, overlap.cluster, overlap);
    if (overlap.issues * 2 > size) push(merging, overlap.group, overlap);
  }
  const splits = Array.from(parts).filter(([, list]) => list.length > 1);
  const merges = Array.from(merging).filter(([, list]) => list.length > 1);
  const accounted = new Set([...ids.values(), ...merges.flatMap(([, list]) => list.map(({ cluster }) => cluster))]);
  return [
    ...Array.from(groups)
      .filter(([group]) => !ids.has(group))
      .map(([group, issues]) => ({ kind: 'new' as const, group, issues })),
    ...splits.map(([cluster, list]) => ({
      kind: 'split' as const,
      cluster,
      parts: list.map(({ group, issues }) => ({ group, issues })),
    })),
    ...merges.map(([group, list]) => ({
      kind: 'merged' as const,
      group,
      parts: list.map(({ cluster, issues }) => ({ cluster, issues })),
    })),
    ...Array.from(clusters)
      .filter(([cluster]) => !accounted.has(cluster))
      .map(([cluster, issues]) => ({ kind: 'gone' as const, cluster, issues })),
  ];
}

function push<Key>(lists: Map<Key, Overlap[]>, key: Key, overlap: Overlap): void {
  const list = lists.get(key);
  if (list) list.push(overlap);
  else lists.set(key, [overlap]);
}
