import { transposed } from './matrix.js';
import type { SparseMatrix } from './matrix.js';

/** The things most alike each thing: `most` places for each, the best first, -1 where there are fewer. */
export interface Neighbours {
  count: number;
  most: number;
  ids: Int32Array;
  scores: Float32Array;
}

/** Texts of a term that are looked at; a term in more of them says too little for what it costs. */
const MOST_POSTINGS = 5_000;

/** The rows most alike each row by the sum of their products, at least `least`. */
export function sparseNeighbours(matrix: SparseMatrix, most: number, least: number): Neighbours {
  const { rows, starts, indices, values } = matrix;
  const columns = transposed(matrix);
  const found = noNeighbours(rows, most);
  const sums = new Float32Array(rows);
  const touched: number[] = [];
  for (let row = 0; row < rows; row++) {
    touched.length = 0;
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      const [begin, end] = [columns.starts[indices[at]!]!, columns.starts[indices[at]! + 1]!];
      if (end - begin > MOST_POSTINGS) continue;
      for (let place = begin; place < end; place++) {
        const other = columns.indices[place]!;
        if (sums[other] === 0) touched.push(other);
        sums[other]! += values[at]! * columns.values[place]!;
      }
    }
    for (const other of touched) {
      if (other !== row && sums[other]! >= least) offer(found, row, other, sums[other]!);
      sums[other] = 0;
    }
  }
  return found;
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
