import { JoiningVectors, packVector, unpackVector } from '#clustering';
import type { ClusterCentroid, StoredCentroid } from './vectors.js';

/** Clusters that issues join by what a model says they mean. */
export class NearClusters {
  readonly #centroids: JoiningVectors;

  /**
   * `centroids`: those that some issue may be nearest to. `others`: clusters that have a centroid as well. `least`: how
   * alike an issue and a centroid must be.
   */
  constructor(
    centroids: readonly StoredCentroid[],
    private readonly others: ReadonlySet<string>,
    least: number,
  ) {
    this.#centroids = new JoiningVectors(
      centroids.map(({ clusterId, vector, ...rest }) => [clusterId, { ...rest, vector: unpackVector(vector) }]),
      least,
    );
  }

  /** Centroids that are new or have moved. */
  get changed(): ClusterCentroid[] {
    return this.#centroids.changed.map(([clusterId, { vector, mass }]) => ({
      clusterId,
      vector: packVector(vector),
      mass,
    }));
  }

  /** Whether a cluster has a centroid. */
  has(clusterId: string): boolean {
    return this.others.has(clusterId) || this.#centroids.has(clusterId);
  }

  /** The cluster that an issue is nearest to, where it is near enough. */
  nearest(vector: Float32Array): string | undefined {
    return this.#centroids.nearest(vector);
  }

  /** An issue joins a cluster that was there before; one without a centroid gets none. */
  join(clusterId: string, vector: Float32Array): void {
    this.#centroids.join(clusterId, vector);
  }

  begin(clusterId: string, vector: Float32Array): void {
    this.#centroids.begin(clusterId, vector);
  }
}
