import { noNeighbours, offer } from './neighbours.js';
import { unpackVector } from './packed-vectors.js';
import { product } from './space.js';

/** Packed vectors of the same dimensions, one after the other. */
export interface PackedVectors {
  dimensions: number;
  bytes: Int8Array;
}

/** The packed vectors one by one. */
export function rowsOf({ dimensions, bytes }: PackedVectors): Int8Array[] {
  const count = dimensions === 0 ? 0 : bytes.length / dimensions;
  return Array.from({ length: count }, (_, row) => bytes.subarray(row * dimensions, (row + 1) * dimensions));
}

/** For each vector the places of the `most` others that are nearest to it, the nearest first. */
export function nearestOf(vectors: PackedVectors, others: PackedVectors, most: number): number[][] {
  const own = rowsOf(vectors).map(unpackVector);
  const found = noNeighbours(own.length, most);
  rowsOf(others).forEach((packed, place) => {
    const other = unpackVector(packed);
    own.forEach((vector, at) => {
      if (vector.length === other.length) offer(found, at, place, product(vector, 0, other, 0, vector.length));
    });
  });
  return own.map((_, at) => Array.from(found.ids.subarray(at * most, (at + 1) * most)).filter((place) => place >= 0));
}
