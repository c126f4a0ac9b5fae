import type { PackedVectors } from '#clustering';
import type { NewGrouping } from './new-grouping.js';

/** A grouping by vectors, as far as later issues are compared with it. */
export interface VectorGrouping {
  model: string;
  /** How alike an issue and a cluster must be for it to join, by its vector and its words. */
  least: number;
}

/** The centroid of a cluster, packed. */
export interface ClusterCentroid {
  clusterId: string;
  vector: Int8Array;
  mass: number;
}

export interface StoredCentroid extends ClusterCentroid {
  /** Whether the cluster is so large that another issue hardly changes it. */
  isSettled: boolean;
}

/** The vectors of issues and clusters. Those of different models can not be compared. */
export abstract class Vectors {
  /** Those of issues that a model has given, by their ids. */
  abstract ofIssues(
    organizationId: string,
    model: string,
    issueIds: readonly string[],
  ): Promise<Map<string, Int8Array>>;
  /** The issues that have none of this model, or one of other dimensions than the model gave last. */
  abstract missing(organizationId: string, model: string, issueIds: readonly string[]): Promise<string[]>;
  /** Stores vectors of issues in place of those they had; skips issues that are gone. */
  abstract keep(organizationId: string, model: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void>;
  /** How the issues were last grouped; undefined where that was by words. */
  abstract grouping(organizationId: string): Promise<VectorGrouping | undefined>;
  /** Of at most 5,000 clusters, the largest ones, the centroids that are from this model. */
  abstract largest(organizationId: string, model: string): Promise<PackedVectors & { clusterIds: string[] }>;
  abstract centroids(organizationId: string, model: string, clusterIds: readonly string[]): Promise<StoredCentroid[]>;
  /** Writes centroids in place of those that clusters had; skips clusters that are gone. */
  abstract write(organizationId: string, model: string, centroids: readonly ClusterCentroid[]): Promise<void>;
  /** Puts what a new grouping has found in the place of all centroids. */
  abstract regroup(organizationId: string, grouping: NewGrouping): Promise<void>;
}
