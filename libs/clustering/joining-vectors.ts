import { lengthOf, unit } from './packed-vectors.js';
import { product } from './space.js';

/** The mean direction of the things in a cluster. */
export interface Centroid {
  /** Of length 1. */
  vector: Float32Array;
  /** The length of the sum of their vectors: how much a further one can change it. */
  mass: number;
  /** Whether it stays where it is, whatever joins. */
  isSettled?: boolean;
}

/**
 * Clusters that things join one after the other by their vectors, which have length 1, and by their words. How alike a
 * thing and a cluster are is the mean of the cosine of their vectors and of how well the words fit, both up to 1.
 */
export class JoiningVectors<Id> {
  readonly #centroids: Map<Id, Centroid>;
  readonly #changed = new Set<Id>();

  /** `least`: how alike a thing and a cluster must be. */
  constructor(
    centroids: Iterable<readonly [id: Id, centroid: Centroid]>,
    private readonly least: number,
  ) {
    this.#centroids = new Map(centroids);
  }

  /** Centroids that are new or have moved. */
  get changed(): [id: Id, centroid: Centroid][] {
    return Array.from(this.#centroids).filter(([id]) => this.#changed.has(id));
  }

  has(id: Id): boolean {
    return this.#centroids.has(id);
  }

  /** The cluster that a thing is most like, where it is enough. `words`: how well its words fit clusters, if at all. */
  nearest(vector: Float32Array, words: ReadonlyMap<Id, number>): Id | undefined {
    let [best, highest]: [Id | undefined, number] = [undefined, this.least];
    for (const [id, centroid] of this.#centroids) {
      if (centroid.vector.length !== vector.length) continue;
      const score = (product(centroid.vector, 0, vector, 0, vector.length) + (words.get(id) ?? 0)) / 2;
      if (score >= highest) [best, highest] = [id, score];
    }
    return best;
  }

  /** Begins a cluster with a thing. */
  begin(id: Id, vector: Float32Array): void {
    this.#put(id, { vector, mass: 1 });
  }

  /** Moves the centroid of a cluster towards a thing that joins it; one that has no centroid gets none. */
  join(id: Id, vector: Float32Array): void {
    const before = this.#centroids.get(id);
    if (!before || before.isSettled === true || before.vector.length !== vector.length) return;
    const sum = before.vector.map((value, at) => value * before.mass + (vector[at] ?? 0));
    this.#put(id, { vector: unit(sum), mass: lengthOf(sum) });
  }

  #put(id: Id, centroid: Centroid): void {
    this.#centroids.set(id, centroid);
    this.#changed.add(id);
  }
}
