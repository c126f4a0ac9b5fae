import { matchClusters, type Group, type TermCounts } from '#clustering';
import type { GroupedIssues } from './clusters.js';
import type { ClusterChange, NewGrouping } from './new-grouping.js';

/** Issues in groups, as they were grouped anew. */
export interface FoundGroups {
  /** The group of each issue, a place in `groups`; -1 for one in none, which stays where it is. */
  labels: Int32Array;
  groups: Group[];
  terms: TermCounts;
}

/** Terms that are kept, the most frequent ones, of those that several issues have. */
const MOST_TERMS = 100_000;

/** Which clusters groups continue, and what became of the others. */
export function continuedClusters(issues: GroupedIssues, found: FoundGroups, newId: () => string): NewGrouping {
  const { labels, groups, terms } = found;
  const after = new Map(issues.ids.map((id, at) => [id, labels[at] ?? -1]));
  const before = new Map(issues.ids.map((id, at) => [id, issues.clusters[at] ?? '']));
  const { ids, changes } = matchClusters(before, after);
  const clusterOf = groups.map((_, at) => ids.get(at) ?? newId());
  const shared = overlaps(issues, labels);
  const placed = issues.ids.flatMap((id, at) => {
    const cluster = clusterOf[labels[at] ?? -1];
    return cluster === undefined ? [] : [[id, cluster] as const];
  });
  const continued = new Set(ids.values());
  const kept = Array.from(terms.frequencies)
    .filter(([, count]) => count > 1)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_TERMS);
  return {
    groups: groups.map(({ size, medoid, profile }, at) => ({
      clusterId: clusterOf[at] ?? '',
      isOther: (shared.get(ids.get(at) ?? '')?.get(at) ?? 0) * 2 < size,
      ...titleAndRest(issues.texts[medoid] ?? ''),
      profile,
    })),
    issueIds: placed.map(([id]) => id),
    clusterIds: placed.map(([, cluster]) => cluster),
    successors: Array.from(shared).flatMap(([clusterId, row]) => {
      if (continued.has(clusterId)) return [];
      const [largest] = Array.from(row).sort(([, a], [, b]) => b - a);
      const otherId = largest && clusterOf[largest[0]];
      return otherId === undefined ? [] : [{ clusterId, otherId }];
    }),
    changes: changes.flatMap((change) => recorded(change, clusterOf)),
    terms: kept.map(([term]) => term),
    frequencies: kept.map(([, count]) => count),
  };
}

/** Cluster -> group -> how many issues of the cluster are in the group. */
function overlaps({ clusters }: GroupedIssues, labels: Int32Array): Map<string, Map<number, number>> {
  const shared = new Map<string, Map<number, number>>();
  clusters.forEach((cluster, at) => {
    const label = labels[at] ?? -1;
    if (label < 0) return;
    const row = shared.get(cluster) ?? new Map<number, number>();
    shared.set(cluster, row.set(label, (row.get(label) ?? 0) + 1));
  });
  return shared;
}

function recorded(
  change: ReturnType<typeof matchClusters>['changes'][number],
  clusterOf: readonly string[],
): ClusterChange[] {
  if (change.kind === 'merged') {
    const otherId = clusterOf[change.group] ?? '';
    return change.parts.flatMap(({ cluster, issues }) =>
      cluster === otherId ? [] : [{ kind: 'merged' as const, clusterId: cluster, otherId, issues }],
    );
  }
  if (change.kind !== 'split') return [];
  return change.parts.flatMap(({ group, issues }) => {
    const otherId = clusterOf[group] ?? '';
    return otherId === change.cluster ? [] : [{ kind: 'split' as const, clusterId: change.cluster, otherId, issues }];
  });
}

function titleAndRest(text: string): { label: string; summary: string } {
  const [label = ''] = text.split('\n', 1);
  return { label: label.slice(0, 120), summary: text.slice(label.length + 1) || label };
}
