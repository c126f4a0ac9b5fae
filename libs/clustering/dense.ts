import { noNeighbours, offer } from './neighbours.js';
import type { Neighbours } from './neighbours.js';
import { randomNumbers } from './random.js';
import { product } from './space.js';

/** Up to so many rows all are compared with all. */
const MOST_COMPARED = 4_000;
/** Of more rows, each is compared with those of so many parts that are nearest to it. */
const PARTS_COMPARED = 6;
/** Rows for each part by which the parts are laid out, and how often they are moved to the middle of their rows. */
const SAMPLE = 16;
const ROUNDS = 3;

/**
 * The rows most alike each row of a matrix of `dimensions` columns, whose rows have length 1. Of many rows nearly the
 * most alike: the space is divided into as many parts as a part has rows, and only near parts are searched.
 */
export function denseNeighbours(rows: Float32Array, dimensions: number, most: number, seed: number): Neighbours {
  const count = dimensions === 0 ? 0 : rows.length / dimensions;
  const found = noNeighbours(count, most);
  const compare = (row: number, other: number) => {
    const score = product(rows, row * dimensions, rows, other * dimensions, dimensions);
    if (score > 0 && other !== row) offer(found, row, other, score);
  };
  if (count <= MOST_COMPARED) {
    for (let row = 0; row < count; row++) {
      for (let other = 0; other < row; other++) {
        const score = product(rows, row * dimensions, rows, other * dimensions, dimensions);
        if (score <= 0) continue;
        offer(found, row, other, score);
        offer(found, other, row, score);
      }
    }
    return found;
  }
  const parts = Math.round(Math.sqrt(count));
  const middles = middlesOf(rows, dimensions, parts, seed);
  const near = noNeighbours(count, PARTS_COMPARED);
  const members = Array.from({ length: parts }, (): number[] => []);
  for (let row = 0; row < count; row++) {
    for (let part = 0; part < parts; part++) {
      offer(near, row, part, product(rows, row * dimensions, middles, part * dimensions, dimensions));
    }
    members[near.ids[row * PARTS_COMPARED]!]?.push(row);
  }
  // Part by part, so that the rows of a part stay in the cache of a processor while others are compared with them.
  const visitors = Array.from({ length: parts }, (): number[] => []);
  for (let row = 0; row < count; row++) {
    for (let at = 0; at < PARTS_COMPARED; at++) visitors[near.ids[row * PARTS_COMPARED + at]!]?.push(row);
  }
  visitors.forEach((rowsNear, part) => {
    for (const row of rowsNear) for (const other of members[part] ?? []) compare(row, other);
  });
  return found;
}

/** The middles of parts of the space, laid out by some of the rows. */
function middlesOf(rows: Float32Array, dimensions: number, parts: number, seed: number): Float32Array {
  const random = randomNumbers(seed);
  const total = rows.length / dimensions;
  const sample = Array.from({ length: Math.min(total, parts * SAMPLE) }, () => Math.floor(random() * total));
  const middles = new Float32Array(parts * dimensions);
  for (let part = 0; part < parts; part++) {
    const begin = sample[part]! * dimensions;
    middles.set(rows.subarray(begin, begin + dimensions), part * dimensions);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const sums = new Float32Array(middles.length);
    for (const row of sample) {
      const part = nearest(rows, row, middles, dimensions, parts);
      for (let at = 0; at < dimensions; at++) sums[part * dimensions + at]! += rows[row * dimensions + at]!;
    }
    for (let part = 0; part < parts; part++) {
      const begin = part * dimensions;
      const length = Math.sqrt(product(sums, begin, sums, begin, dimensions));
      if (length === 0) continue;
      for (let at = begin; at < begin + dimensions; at++) middles[at] = sums[at]! / length;
    }
  }
  return middles;
}

function nearest(rows: Float32Array, row: number, middles: Float32Array, dimensions: number, parts: number): number {
  let [best, highest] = [0, -Infinity];
  for (let part = 0; part < parts; part++) {
    const score = product(rows, row * dimensions, middles, part * dimensions, dimensions);
    if (score > highest) [best, highest] = [part, score];
  }
  return best;
}
