import { product } from './space.js';

/** Smaller groups say little about how alike their members are. */
const LEAST_SIZE = 3;
/** The share of the members of groups that would not join their own one. */
const LEFT_OUT = 0.1;
/** Members that are looked at; of more, as many at equal distances. */
const MOST_LOOKED_AT = 500;

/**
 * How alike a further thing must be to the centroid of a group to belong to it, as a cosine: nine of ten members are as
 * alike to the others of their group. Where groups are far from each other, less is enough: half way to the next best
 * group. Undefined where no group has three things. `rows`: vectors of length 1, one after the other.
 */
export function leastLikeness(
  rows: Float32Array,
  dimensions: number,
  groups: Int32Array,
  count: number,
): number | undefined {
  const sums = new Float32Array(count * dimensions);
  const sizes = new Int32Array(count);
  groups.forEach((group, row) => {
    sizes[group]!++;
    for (let at = 0; at < dimensions; at++) sums[group * dimensions + at]! += rows[row * dimensions + at]!;
  });
  const lengths = Float64Array.from({ length: count }, (_, group) =>
    Math.sqrt(product(sums, group * dimensions, sums, group * dimensions, dimensions)),
  );
  const productOf = (row: number, group: number) =>
    product(rows, row * dimensions, sums, group * dimensions, dimensions);
  const members = [...groups.keys()].filter((row) => sizes[groups[row]!]! >= LEAST_SIZE);
  const step = Math.max(1, members.length / MOST_LOOKED_AT);
  const [own, other]: [number[], number[]] = [[], []];
  for (let next = 0; next < members.length; next += step) {
    const row = members[Math.floor(next)]!;
    const group = groups[row]!;
    const sum = productOf(row, group);
    // The others of its group: their sum without it, and how long that is.
    own.push((sum - 1) / Math.sqrt(Math.max(lengths[group]! ** 2 - 2 * sum + 1, 1e-6)));
    let best = -1;
    for (let next = 0; next < count; next++)
      if (next !== group) best = Math.max(best, productOf(row, next) / (lengths[next]! || 1));
    other.push(best);
  }
  if (own.length === 0) return undefined;
  const low = quantile(own, LEFT_OUT);
  return count === 1 ? low : Math.min(low, (quantile(own, 0.5) + quantile(other, 0.5)) / 2);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
