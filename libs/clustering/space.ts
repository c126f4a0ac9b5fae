import type { SparseMatrix } from './matrix.js';

/** Things as vectors of length 1, compared with groups of them by the sums of the groups' vectors. */
export interface Space {
  count: number;
  /** The sums of the vectors of each group; a negative group is none. `times`: how often each thing is there, once if absent. */
  sumsOf(groups: Int32Array, count: number, times?: Int32Array): GroupSums;
}

export interface GroupSums {
  /** Things in each group, each as often as it is there. */
  sizes: Int32Array;
  /** The length of each sum. */
  lengths: Float64Array;
  /**
   * The products of one thing with all sums, valid until the next call; none where that is too much work, unless it is
   * asked for by `isThorough`.
   */
  productsWith(this: void, thing: number, isThorough?: boolean): Float64Array | undefined;
}

/** Products that are added up for one thing. */
const MOST_PRODUCTS = 100_000;

/** The rows of a sparse matrix. */
export function sparseSpace(matrix: SparseMatrix): Space {
  return { count: matrix.rows, sumsOf: (groups, count, times) => sparseSums(matrix, groups, count, times) };
}

function sparseSums(matrix: SparseMatrix, groups: Int32Array, count: number, times?: Int32Array): GroupSums {
  const { starts, indices, values } = matrix;
  const { begins, members } = inGroups(groups, count);
  // Column by column, the groups that have something there: first how many, then which and how much.
  const firsts = new Int32Array(matrix.columns + 1);
  const seen = new Int32Array(matrix.columns).fill(-1);
  const eachEntry = (see: (column: number, group: number, value: number) => void) => {
    for (let group = 0; group < count; group++) {
      for (let at = begins[group]!; at < begins[group + 1]!; at++) {
        const row = members[at]!;
        for (let entry = starts[row]!; entry < starts[row + 1]!; entry++)
          see(indices[entry]!, group, values[entry]! * (times?.[row] ?? 1));
      }
    }
  };
  eachEntry((column, group) => {
    if (seen[column] === group) return;
    seen[column] = group;
    firsts[column + 1]!++;
  });
  for (let column = 0; column < matrix.columns; column++) firsts[column + 1]! += firsts[column]!;
  const next = firsts.slice();
  const which = new Int32Array(firsts[matrix.columns]!);
  const sums = new Float32Array(which.length);
  seen.fill(-1);
  eachEntry((column, group, value) => {
    if (seen[column] !== group) {
      seen[column] = group;
      which[next[column]!++] = group;
    }
    sums[next[column]! - 1]! += value;
  });
  const lengths = new Float64Array(count);
  which.forEach((group, at) => (lengths[group]! += sums[at]! ** 2));
  const products = new Float64Array(count);
  return {
    sizes: sizesOf(groups, count, times),
    lengths: lengths.map(Math.sqrt),
    productsWith(row, isThorough = false) {
      let work = 0;
      for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
        work += firsts[indices[entry]! + 1]! - firsts[indices[entry]!]!;
      }
      if (work > MOST_PRODUCTS && !isThorough) return undefined;
      products.fill(0);
      for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
        const value = values[entry]!;
        const end = firsts[indices[entry]! + 1]!;
        for (let at = firsts[indices[entry]!]!; at < end; at++) products[which[at]!]! += value * sums[at]!;
      }
      return products;
    },
  };
}

/** The rows of a full matrix, one after the other. */
export function denseSpace(rows: Float32Array, dimensions: number): Space {
  const total = dimensions === 0 ? 0 : rows.length / dimensions;
  return {
    count: total,
    sumsOf(groups, count, times) {
      const sums = new Float32Array(count * dimensions);
      groups.forEach((group, row) => {
        if (group < 0) return;
        const own = times?.[row] ?? 1;
        for (let at = 0; at < dimensions; at++) sums[group * dimensions + at]! += own * rows[row * dimensions + at]!;
      });
      const lengths = Float64Array.from({ length: count }, (_, group) =>
        Math.sqrt(product(sums, group * dimensions, sums, group * dimensions, dimensions)),
      );
      const products = new Float64Array(count);
      return {
        sizes: sizesOf(groups, count, times),
        lengths,
        productsWith(row, isThorough = false) {
          if (count * dimensions > MOST_PRODUCTS * 10 && !isThorough) return undefined;
          for (let group = 0; group < count; group++) {
            products[group] = product(rows, row * dimensions, sums, group * dimensions, dimensions);
          }
          return products;
        },
      };
    },
  };
}

/** The sum of products of two rows, which begin at `a` of `left` and at `b` of `right`. */
export function product(left: Float32Array, a: number, right: Float32Array, b: number, dimensions: number): number {
  // Four sums at a time: a processor need not wait for one addition to begin the next. Declared one by one: taken from
  // an array, as elsewhere, they make this four times slower.
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let at = 0;
  for (; at + 3 < dimensions; at += 4) {
    first += left[a + at]! * right[b + at]!;
    second += left[a + at + 1]! * right[b + at + 1]!;
    third += left[a + at + 2]! * right[b + at + 2]!;
    fourth += left[a + at + 3]! * right[b + at + 3]!;
  }
  for (; at < dimensions; at++) first += left[a + at]! * right[b + at]!;
  return first + second + third + fourth;
}

/** The members of all groups in one list, and where those of each group begin. */
function inGroups(groups: Int32Array, count: number) {
  const sizes = new Int32Array(count);
  for (const group of groups) if (group >= 0) sizes[group]!++;
  const begins = new Int32Array(count + 1);
  for (let group = 0; group < count; group++) begins[group + 1] = begins[group]! + sizes[group]!;
  const next = begins.slice();
  const members = new Int32Array(begins[count]!);
  groups.forEach((group, row) => {
    if (group >= 0) members[next[group]!++] = row;
  });
  return { begins, members };
}

/** How many things are in each group, where each is there so many times. */
function sizesOf(groups: Int32Array, count: number, times?: Int32Array): Int32Array {
  const sizes = new Int32Array(count);
  groups.forEach((group, row) => {
    if (group >= 0) sizes[group]! += times?.[row] ?? 1;
  });
  return sizes;
}
