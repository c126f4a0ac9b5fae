import { JOIN_SCORE, joined, profileOf, type Profile, type WeightedTerm } from '#clustering';
import type { NearClusters } from './near-clusters.js';

/** Where a term weighs most. */
export interface Posting {
  term: string;
  /** The ids of clusters, and what it weighs in each. */
  clusters: string[];
  weights: number[];
}

/** An issue, and the terms by which it is compared. */
export interface WeighedIssue {
  id: string;
  title: string;
  terms: WeightedTerm[];
  /** What a model says it means; of length 1. */
  vector?: Float32Array | undefined;
}

/** Issues that join clusters. */
export interface JoinedBatch {
  joins: { issueId: string; clusterId: string }[];
  created: { id: string; label: string; profile: Profile }[];
  /** The profiles of clusters that were there before, after issues have joined them. */
  changed: Map<string, Profile>;
}

/** Clusters whose words fit an issue best that it is compared with by its vector, too. */
const MOST_ALIKE = 3;

/**
 * Finds the cluster of each issue: the one that it is most like, and a new one where none is like it. What counts is the
 * profile of a cluster; where the issue has a vector and the cluster a centroid, these count as much. An issue without
 * terms and vector is like no other.
 */
export class Joining {
  readonly #batch: JoinedBatch = { joins: [], created: [], changed: new Map() };
  readonly #postings = new Map<string, Map<string, number>>();

  constructor(
    postings: readonly Posting[],
    private readonly newId: () => string,
  ) {
    for (const { term, clusters, weights } of postings)
      this.#postings.set(term, new Map(clusters.map((cluster, at) => [cluster, weights[at] ?? 0])));
  }

  /** The clusters that issues have joined, of those that were there before. */
  get known(): string[] {
    const created = new Set(this.#batch.created.map(({ id }) => id));
    return [...new Set(this.#batch.joins.map(({ clusterId }) => clusterId))].filter((id) => !created.has(id));
  }

  /** The clusters that an issue is most like by its words. */
  alike({ terms }: WeighedIssue): string[] {
    const scores = Array.from(this.#scores(terms)).sort(([, a], [, b]) => b - a);
    return scores.slice(0, MOST_ALIKE).map(([cluster]) => cluster);
  }

  /** `near`: clusters with centroids, where issues are compared by their vectors. */
  join(issue: WeighedIssue, near?: NearClusters): void {
    const known = this.#best(issue, near);
    if (known !== undefined && issue.vector) near?.join(known, issue.vector);
    const clusterId = known ?? this.#create(issue);
    if (known === undefined && issue.vector) near?.begin(clusterId, issue.vector);
    this.#batch.joins.push({ issueId: issue.id, clusterId });
  }

  /** What came of it. `profiles`: those of the known clusters that issues may change still. */
  batch(issues: readonly WeighedIssue[], profiles: ReadonlyMap<string, Profile>): JoinedBatch {
    const terms = new Map(issues.map((issue) => [issue.id, issue.terms]));
    for (const { issueId, clusterId } of this.#batch.joins) {
      const profile = this.#batch.changed.get(clusterId) ?? profiles.get(clusterId);
      if (profile) this.#batch.changed.set(clusterId, joined(profile, terms.get(issueId) ?? []));
    }
    return this.#batch;
  }

  #best({ terms, vector }: WeighedIssue, near?: NearClusters): string | undefined {
    const scores = this.#scores(terms);
    const nearest = vector && near?.nearest(vector, scores);
    if (nearest !== undefined) return nearest;
    let best: [string | undefined, number] = [undefined, JOIN_SCORE];
    for (const [cluster, score] of scores) {
      // What an issue is not like enough by both, it does not join by a shared word.
      if (score >= best[1] && !(vector && near?.has(cluster) === true)) best = [cluster, score];
    }
    return best[0];
  }

  #scores(terms: readonly WeightedTerm[]): Map<string, number> {
    const scores = new Map<string, number>();
    for (const { term, weight } of terms) {
      for (const [cluster, own] of this.#postings.get(term) ?? [])
        scores.set(cluster, (scores.get(cluster) ?? 0) + weight * own);
    }
    return scores;
  }

  #create({ title, terms }: WeighedIssue): string {
    const created = { id: this.newId(), label: title, profile: profileOf([terms]) };
    this.#batch.created.push(created);
    for (const { term, weight } of created.profile.terms) {
      const posting = this.#postings.get(term) ?? new Map<string, number>();
      this.#postings.set(term, posting.set(created.id, weight));
    }
    return created.id;
  }
}
