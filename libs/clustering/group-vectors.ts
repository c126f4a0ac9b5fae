import { denseNeighbours } from './dense.js';
import { membersOf } from './graph.js';
import type { GroupingOptions } from './group.js';
import { suitableCommunities } from './granularity.js';
import { renumber } from './louvain.js';
import { neighboursFor } from './neighbours.js';
import { settled } from './settle.js';
import { denseSpace } from './space.js';

/** Things whose vectors point the same way. */
export interface VectorGroup {
  /** Things in it. */
  size: number;
  /** The place of the thing that is most like all of them. */
  medoid: number;
  /** The mean of their vectors, of length 1: a further thing is compared with it by the sum of products. */
  centroid: Float32Array;
}

export interface VectorGrouping {
  /** The group of each vector, a place in `groups`; -1 for a vector without length, with another number of dimensions than the first, or with something that is no number. */
  labels: Int32Array;
  groups: VectorGroup[];
}

/** Groups things by vectors that a model gives for them; the vectors may have any length but 0. */
export function groupVectors(
  vectors: readonly ArrayLike<number>[],
  { seed = 1 }: GroupingOptions = {},
): VectorGrouping {
  const { rows, places, dimensions } = unitRows(vectors);
  const neighbours = denseNeighbours(rows, dimensions, neighboursFor(places.length), seed);
  const found = settled(suitableCommunities(neighbours, denseSpace(rows, dimensions), seed));
  const count = renumber(found);
  const labels = new Int32Array(vectors.length).fill(-1);
  places.forEach((place, row) => (labels[place] = found[row]!));
  const groups = membersOf(found, count).map((members) => groupOf(rows, dimensions, members, places));
  return { labels, groups };
}

/** The vectors that can be compared, each of length 1, in one list, and which they are. */
function unitRows(vectors: readonly ArrayLike<number>[]): { rows: Float32Array; places: number[]; dimensions: number } {
  const dimensions = vectors.find(({ length }) => length > 0)?.length ?? 0;
  const lengths = vectors.map((vector) => {
    let sum = 0;
    for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? NaN) ** 2;
    return vector.length === dimensions ? Math.sqrt(sum) : 0;
  });
  const places = vectors.flatMap((_, at) => (lengths[at]! > 0 && Number.isFinite(lengths[at]!) ? [at] : []));
  const rows = new Float32Array(places.length * dimensions);
  places.forEach((place, row) => {
    const vector = vectors[place]!;
    for (let at = 0; at < dimensions; at++) rows[row * dimensions + at] = vector[at]! / lengths[place]!;
  });
  return { rows, places, dimensions };
}

function groupOf(rows: Float32Array, dimensions: number, members: number[], places: readonly number[]): VectorGroup {
  const centroid = new Float32Array(dimensions);
  for (const member of members) {
    for (let at = 0; at < dimensions; at++) centroid[at]! += rows[member * dimensions + at]!;
  }
  const length = Math.hypot(...centroid) || 1;
  for (let at = 0; at < dimensions; at++) centroid[at]! /= length;
  let [medoid, best] = [members[0] ?? 0, -Infinity];
  for (const member of members) {
    let score = 0;
    for (let at = 0; at < dimensions; at++) score += centroid[at]! * rows[member * dimensions + at]!;
    if (score > best) [medoid, best] = [member, score];
  }
  return { size: members.length, medoid: places[medoid] ?? 0, centroid };
}
