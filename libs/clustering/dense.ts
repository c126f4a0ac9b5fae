import { noNeighbours, offer } from './neighbours.js';
import type { Neighbours } from './neighbours.js';

/** The rows most alike each row of a matrix of `dimensions` columns, whose rows have length 1. */
export function denseNeighbours(rows: Float32Array, dimensions: number, most: number): Neighbours {
  const count = dimensions === 0 ? 0 : rows.length / dimensions;
  const found = noNeighbours(count, most);
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

/** The sum of products of two rows, which begin at `a` of `left` and at `b` of `right`. */
export function product(left: Float32Array, a: number, right: Float32Array, b: number, dimensions: number): number {
  let sum = 0;
  for (let at = 0; at < dimensions; at++) sum += left[a + at]! * right[b + at]!;
  return sum;
}
