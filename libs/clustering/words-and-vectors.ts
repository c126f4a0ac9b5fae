import { countTerms, termMatrix } from './matrix.js';
import type { SparseMatrix } from './matrix.js';
import { neighboursFor, noNeighbours, offer, sparseNeighbours } from './neighbours.js';
import type { Neighbours } from './neighbours.js';
import { denseNeighbours } from './dense.js';
import { denseSpace, product, sparseSpace } from './space.js';
import type { GroupSums, Space } from './space.js';

/** Words that are less alike do not make neighbours. */
export const LEAST_SCORE = 0.1;

/** Things as they are compared: by their neighbours among each other, and in each of some spaces. */
export interface Compared {
  neighbours: Neighbours;
  /** In which groups are looked at. */
  space: Space;
  /** The spaces that it is made of. */
  parts: Space[];
}

/** Vectors of length 1, one after the other. */
export interface Rows {
  rows: Float32Array;
  dimensions: number;
}

/** Things compared by their vectors alone. */
export function comparedByVectors({ rows, dimensions }: Rows, count: number, seed: number): Compared {
  const space = denseSpace(rows, dimensions);
  return { neighbours: denseNeighbours(rows, dimensions, neighboursFor(count), seed), space, parts: [space] };
}

/**
 * Things compared by their words and by their vectors: how alike two are is the mean of both. Vectors know that
 * different words mean the same; words tell apart what a model has never heard of, such as names of products.
 */
export function comparedByBoth(texts: readonly string[], vectors: Rows, times: Int32Array, seed: number): Compared {
  const matrix = termMatrix(texts, countTerms(texts), times);
  const byWords = sparseNeighbours(matrix, neighboursFor(texts.length), LEAST_SCORE);
  const byVectors = comparedByVectors(vectors, texts.length, seed);
  const parts = [sparseSpace(matrix), byVectors.space];
  return { neighbours: nearestOfBoth(byWords, byVectors.neighbours, matrix, vectors), space: mean(parts), parts };
}

/** Of the neighbours by words and those by vectors, the ones that are most alike by both. */
function nearestOfBoth(one: Neighbours, other: Neighbours, matrix: SparseMatrix, vectors: Rows): Neighbours {
  const { count, most } = one;
  const { rows, dimensions } = vectors;
  const { starts, indices, values } = matrix;
  const found = noNeighbours(count, most);
  const own = new Float32Array(matrix.columns);
  for (let thing = 0; thing < count; thing++) {
    for (let at = starts[thing]!; at < starts[thing + 1]!; at++) own[indices[at]!] = values[at]!;
    const candidates = new Set([one, other].flatMap(({ ids }) => [...ids.subarray(thing * most, (thing + 1) * most)]));
    candidates.delete(-1);
    for (const id of candidates) {
      let words = 0;
      for (let at = starts[id]!; at < starts[id + 1]!; at++) words += values[at]! * own[indices[at]!]!;
      const score = (words + product(rows, thing * dimensions, rows, id * dimensions, dimensions)) / 2;
      if (score > 0) offer(found, thing, id, score);
    }
    for (let at = starts[thing]!; at < starts[thing + 1]!; at++) own[indices[at]!] = 0;
  }
  return found;
}

/** The space in which things are as alike as they are on average in some others. */
function mean(parts: readonly Space[]): Space {
  return {
    count: parts[0]?.count ?? 0,
    sumsOf(groups, count, times): GroupSums {
      const sums = parts.map((part) => part.sumsOf(groups, count, times));
      const products = new Float64Array(count);
      const share = 1 / parts.length;
      return {
        sizes: sums[0]?.sizes ?? new Int32Array(count),
        lengths: Float64Array.from({ length: count }, (_, group) =>
          Math.sqrt(sums.reduce((sum, { lengths }) => sum + share * lengths[group]! ** 2, 0)),
        ),
        productsWith(thing, isThorough) {
          products.fill(0);
          for (const part of sums) {
            const own = part.productsWith(thing, isThorough);
            if (own === undefined) return undefined;
            for (let group = 0; group < count; group++) products[group]! += share * own[group]!;
          }
          return products;
        },
      };
    },
  };
}
