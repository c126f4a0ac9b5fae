import { transposed } from './matrix.js';
import type { SparseMatrix } from './matrix.js';

/** The things most alike each thing: `most` places for each, the best first, -1 where there are fewer. */
export interface Neighbours {
  count: number;
  most: number;
  ids: Int32Array;
  scores: Float32Array;
}

/** Neighbours of each of so many things. Of more things, groups are larger, and more neighbours tell them apart. */
export function neighboursFor(things: number): number {
  return Math.round(9 * Math.cbrt(Math.max(1, things / 4_000)));
}

/** What is looked at for one row: entries of columns, and rows that are compared whole. */
const MOST_ENTRIES = 50_000;
const MOST_COMPARED = 150;

/**
 * The rows most alike each row by the sum of their products, at least `least`. Where the columns of a row have too many
 * entries, only rows that share its shorter columns are compared with it: the work grows with the rows, not with their
 * square.
 */
export function sparseNeighbours(matrix: SparseMatrix, most: number, least: number): Neighbours {
  const { rows, starts, indices, values } = matrix;
  const columns = transposed(matrix);
  const lengthOf = (at: number) => columns.starts[indices[at]! + 1]! - columns.starts[indices[at]!]!;
  const found = noNeighbours(rows, most);
  const sums = new Float32Array(rows);
  const own = new Float32Array(matrix.columns);
  const touched = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const order: number[] = [];
    for (let at = starts[row]!; at < starts[row + 1]!; at++) order.push(at);
    order.sort((a, b) => lengthOf(a) - lengthOf(b) || a - b);
    let [read, entries, seen] = [0, 0, 0];
    for (; read < order.length; read++) {
      const at = order[read]!;
      entries += lengthOf(at);
      if (entries > MOST_ENTRIES && read > 0) break;
      const begin = columns.starts[indices[at]!]!;
      const end = Math.min(columns.starts[indices[at]! + 1]!, begin + MOST_ENTRIES);
      for (let place = begin; place < end; place++) {
        const other = columns.indices[place]!;
        if (sums[other] === 0) touched[seen++] = other;
        sums[other]! += values[at]! * columns.values[place]!;
      }
    }
    const whole = read === order.length;
    const compared = highest(touched, seen, sums, whole ? seen : MOST_COMPARED);
    if (!whole) for (const at of order) own[indices[at]!] = values[at]!;
    for (const other of compared) {
      if (other === row) continue;
      const score = whole ? sums[other]! : productWith(matrix, other, own);
      if (score >= least) offer(found, row, other, score);
    }
    for (let at = 0; at < seen; at++) sums[touched[at]!] = 0;
    for (const at of order) own[indices[at]!] = 0;
  }
  return found;
}

/** How finely sums are compared where only the highest are wanted. */
const BUCKETS = 1_024;
const buckets = new Int32Array(BUCKETS);

/** About so many of the first `count` places, those with the highest sums, which are at most 1. */
function highest(places: Int32Array, count: number, sums: Float32Array, most: number): Int32Array {
  if (count <= most) return places.slice(0, count);
  const bucketOf = (place: number) => Math.min(BUCKETS - 1, Math.floor(sums[place]! * BUCKETS));
  buckets.fill(0);
  for (let at = 0; at < count; at++) buckets[bucketOf(places[at]!)]!++;
  let [limit, above] = [BUCKETS, 0];
  while (limit > 0 && above < most) above += buckets[--limit]!;
  const chosen = new Int32Array(Math.min(above, most * 2));
  let next = 0;
  for (let at = 0; at < count && next < chosen.length; at++) {
    if (bucketOf(places[at]!) >= limit) chosen[next++] = places[at]!;
  }
  return chosen;
}

/** The sum of products of a row with another that is written out. */
function productWith({ starts, indices, values }: SparseMatrix, row: number, other: Float32Array): number {
  let sum = 0;
  for (let at = starts[row]!; at < starts[row + 1]!; at++) sum += values[at]! * other[indices[at]!]!;
  return sum;
}

export function noNeighbours(count: number, most: number): Neighbours {
  const ids = new Int32Array(count * most).fill(-1);
  return { count, most, ids, scores: new Float32Array(count * most).fill(-1) };
}

/** Puts a thing among the neighbours of another if it is one of the best so far. */
export function offer({ most, ids, scores }: Neighbours, of: number, id: number, score: number): void {
  const begin = of * most;
  let place = begin + most - 1;
  if (score <= scores[place]!) return;
  while (place > begin && scores[place - 1]! < score) {
    scores[place] = scores[place - 1]!;
    ids[place] = ids[place - 1]!;
    place--;
  }
  scores[place] = score;
  ids[place] = id;
}
