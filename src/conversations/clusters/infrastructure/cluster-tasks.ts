import { describe, featuresOf, group, nearestOf, scoreOf, weigh } from '#clustering';
import type { PackedVectors } from '#clustering';
import { newId } from '#kernel/domain/id';
import type { DescribedCluster, DueCluster, GroupedIssues } from '../domain/clusters.js';
import { continuedClusters } from '../domain/continued-clusters.js';
import { groupedByVectors, type PackedIssues } from '../domain/grouped-vectors.js';
import type { NewGrouping } from '../domain/new-grouping.js';

/** How often each term occurs in each text. */
export function countTerms(texts: readonly string[]): [string, number][][] {
  return texts.map((text) => [...featuresOf(text)]);
}

/** The label, summary and icon of clusters. `frequencies`: in how many of `total` issues terms are. */
export function describeAll(
  clusters: readonly DueCluster[],
  frequencies: ReadonlyMap<string, number>,
  total: number,
): DescribedCluster[] {
  const counts = { frequencies, total };
  return clusters.map(({ id, issues, terms, samples }) => {
    const profile = { terms, mass: 1 };
    const scores = samples.map(({ title, summary }) =>
      scoreOf(profile, weigh(featuresOf(`${title}\n${summary}`), counts)),
    );
    const medoid = samples[scores.indexOf(Math.max(...scores))] ?? { title: '', summary: '' };
    const titles = samples.map(({ title }) => title);
    return { id, issues, summary: medoid.summary, ...describe(titles, medoid.title, counts) };
  });
}

/** Clusters that an issue may join by its vector: as issues join, another one may become the nearest. */
const MOST_NEAR = 3;

/** For each vector the places of the centroids that are nearest to it. */
export function nearestClusters(vectors: PackedVectors, centroids: PackedVectors): number[][] {
  return nearestOf(vectors, centroids, MOST_NEAR);
}

/** All issues grouped anew: by their vectors where nearly all have one, by their texts otherwise. */
export function groupAll(issues: GroupedIssues, embedded?: PackedIssues): NewGrouping {
  const found = embedded && groupedByVectors(issues, embedded);
  if (!found) return continuedClusters(issues, group(issues.texts), newId);
  return { ...continuedClusters(issues, found, newId), vectors: found.vectors };
}
