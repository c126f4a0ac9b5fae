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

/** Clusters that things join one after the other by their vectors, which have length 1. */
export class JoiningVectors {
  readonly #centroids: Map<string, Centroid>;
  readonly #changed = new Set<string>();

  /** `least`: how alike a thing and a centroid must be, as the cosine of their angle. */
  constructor(
    centroids: Iterable<readonly [id: string, centroid: Centroid]>,
    private readonly least: number,
  ) {
    this.#centroids = new Map(centroids);
  }

  /** Centroids that are new or have moved. */
  get changed(): [id: string, centroid: Centroid][] {
    return Array.from(this.#centroids).filter(([id]) => this.#changed.has(id));
  }

  has(id: string): boolean {
    return this.#centroids.has(id);
  }

  /** The cluster whose centroid is nearest, where it is near enough. */
  nearest(vector: Float32Array): string | undefined {
    let [best, highest]: [string | undefined, number] = [undefined, this.least];
    for (const [id, centroid] of this.#centroids) {
      if (centroid.vector.length !== vector.length) continue;
      const score = product(centroid.vector, 0, vector, 0, vector.length);
      if (score >= highest) [best, highest] = [id, score];
    }
    return best;
  }

  /** Begins a cluster with a thing. */
  begin(id: string, vector: Float32Array): void {
    this.#put(id, { vector, mass: 1 });
  }

  /** Moves the centroid of a cluster towards a thing that joins it; one that has no centroid gets none. */
  join(id: string, vector: Float32Array): void {
    const before = this.#centroids.get(id);
    if (!before || before.isSettled === true || before.vector.length !== vector.length) return;
    const sum = before.vector.map((value, at) => value * before.mass + (vector[at] ?? 0));
    this.#put(id, { vector: unit(sum), mass: lengthOf(sum) });
  }

  #put(id: string, centroid: Centroid): void {
    this.#centroids.set(id, centroid);
    this.#changed.add(id);
  }
}
