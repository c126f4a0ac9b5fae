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

/**
 * Finds the cluster of each issue: the one whose centroid is nearest, or whose profile it is most like, and a new one
 * where none is like it. An issue without terms and vector is like no other.
 */
export class Joining {
  readonly #batch: JoinedBatch = { joins: [], created: [], changed: new Map() };
  readonly #postings = new Map<string, Map<string, number>>();

  constructor(
    postings: readonly Posting[],
    private readonly newId: () => string,
    private readonly near?: NearClusters,
  ) {
    for (const { term, clusters, weights } of postings)
      this.#postings.set(term, new Map(clusters.map((cluster, at) => [cluster, weights[at] ?? 0])));
  }

  /** The clusters that issues have joined, of those that were there before. */
  get known(): string[] {
    const created = new Set(this.#batch.created.map(({ id }) => id));
    return [...new Set(this.#batch.joins.map(({ clusterId }) => clusterId))].filter((id) => !created.has(id));
  }

  join(issue: WeighedIssue): void {
    const known = this.#nearest(issue) ?? this.#best(issue);
    if (known !== undefined && issue.vector) this.near?.join(known, issue.vector);
    this.#batch.joins.push({ issueId: issue.id, clusterId: known ?? this.#create(issue) });
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

  #nearest({ vector }: WeighedIssue): string | undefined {
    return vector && this.near?.nearest(vector);
  }

  #best({ terms, vector }: WeighedIssue): string | undefined {
    const isFar = (cluster: string) => vector !== undefined && this.near?.has(cluster) === true;
    const scores = new Map<string, number>();
    for (const { term, weight } of terms) {
      for (const [cluster, own] of this.#postings.get(term) ?? [])
        scores.set(cluster, (scores.get(cluster) ?? 0) + weight * own);
    }
    let best: [string | undefined, number] = [undefined, JOIN_SCORE];
    for (const [cluster, score] of scores) if (score >= best[1] && !isFar(cluster)) best = [cluster, score];
    return best[0];
  }

  #create({ title, terms, vector }: WeighedIssue): string {
    const created = { id: this.newId(), label: title, profile: profileOf([terms]) };
    this.#batch.created.push(created);
    if (vector) this.near?.begin(created.id, vector);
    for (const { term, weight } of created.profile.terms) {
      const posting = this.#postings.get(term) ?? new Map<string, number>();
      this.#postings.set(term, posting.set(created.id, weight));
    }
    return created.id;
  }
}
