import { featuresOf } from './features.js';
import type { JoiningVectors } from './joining-vectors.js';
import { JOIN_SCORE, joined, profileOf, weigh } from './weights.js';
import type { Profile, TermCounts, WeightedTerm } from './weights.js';

/**
 * Clusters that texts join one after the other, in memory: what the statements of a database do with stored profiles.
 * The groups are numbered from 0; a text that fits none begins one.
 */
export class JoiningClusters {
  private readonly profiles: Profile[] = [];
  /** Term -> cluster -> what the term weighs in it. */
  private readonly postings = new Map<string, Map<number, number>>();
  private readonly terms: { frequencies: Map<string, number>; total: number };

  /** `terms`: what was counted before; each text that joins is counted too. */
  constructor(
    profiles: readonly Profile[] = [],
    { frequencies, total }: TermCounts = { frequencies: new Map(), total: 0 },
    private readonly least = JOIN_SCORE,
    private readonly near?: JoiningVectors<number>,
  ) {
    this.terms = { frequencies: new Map(frequencies), total };
    profiles.forEach((profile, cluster) => this.put(cluster, profile));
  }

  /** The cluster that a text joins; -1 for a text without words. With a vector, that counts as much as the words. */
  join(text: string, vector?: Float32Array): number {
    const features = featuresOf(text);
    for (const term of features.keys()) {
      this.terms.frequencies.set(term, (this.terms.frequencies.get(term) ?? 0) + 1);
    }
    this.terms.total++;
    const weighed = weigh(features, this.terms);
    if (weighed.length === 0) return -1;
    const scores = this.scoresOf(weighed);
    const best = vector && this.near ? this.near.nearest(vector, scores) : this.bestOf(scores);
    const cluster = best ?? this.profiles.length;
    if (vector && best === undefined) this.near?.begin(cluster, vector);
    else if (vector) this.near?.join(cluster, vector);
    const before = this.profiles[cluster];
    this.put(cluster, before ? joined(before, weighed) : profileOf([weighed]));
    return cluster;
  }

  private scoresOf(weighed: readonly WeightedTerm[]): Map<number, number> {
    const scores = new Map<number, number>();
    for (const { term, weight } of weighed) {
      for (const [cluster, own] of this.postings.get(term) ?? []) {
        scores.set(cluster, (scores.get(cluster) ?? 0) + weight * own);
      }
    }
    return scores;
  }

  private bestOf(scores: ReadonlyMap<number, number>): number | undefined {
    let [best, highest]: [number | undefined, number] = [undefined, this.least];
    for (const [cluster, score] of scores) {
      if (score > highest || (score === highest && cluster < (best ?? Infinity))) [best, highest] = [cluster, score];
    }
    return best;
  }

  private put(cluster: number, profile: Profile): void {
    for (const { term } of this.profiles[cluster]?.terms ?? []) this.postings.get(term)?.delete(cluster);
    this.profiles[cluster] = profile;
    for (const { term, weight } of profile.terms) {
      const posting = this.postings.get(term) ?? new Map<number, number>();
      this.postings.set(term, posting.set(cluster, weight));
    }
  }
}
