import { JoiningVectors, packVector, unpackVector } from '#clustering';
import type { ClusterCentroid, StoredCentroid } from './vectors.js';

/** Clusters that issues join by what a model says they mean, and by their words. */
export class NearClusters {
  readonly #centroids: JoiningVectors<string>;

  /** `centroids`: those of all clusters that some issue may be most like. `least`: how alike they must be. */
  constructor(centroids: readonly StoredCentroid[], least: number) {
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
    return this.#centroids.has(clusterId);
  }

  /** The cluster that an issue is most like, where it is enough. `words`: how well its words fit clusters. */
  nearest(vector: Float32Array, words: ReadonlyMap<string, number>): string | undefined {
    return this.#centroids.nearest(vector, words);
  }

  /** An issue joins a cluster that was there before; one without a centroid gets none. */
  join(clusterId: string, vector: Float32Array): void {
    this.#centroids.join(clusterId, vector);
  }

  begin(clusterId: string, vector: Float32Array): void {
    this.#centroids.begin(clusterId, vector);
  }
}
