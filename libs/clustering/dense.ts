import { product } from './space.js';
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
