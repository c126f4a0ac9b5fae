import type { Space } from './space.js';

/** Smaller groups say little about how alike their members are. */
const LEAST_SIZE = 3;
/** The share of the members of groups that would not join their own one. */
const LEFT_OUT = 0.1;
/** Members that are looked at; of more, as many at equal distances. */
const MOST_LOOKED_AT = 500;

/**
 * How alike a further thing must be to a group to belong to it, as the mean of cosines in some spaces: nine of ten members
 * are as alike to the others of their group. Where groups are far from each other, less is enough: half way to the next
 * best group. Undefined where no group has three things.
 */
export function leastLikeness(groups: Int32Array, count: number, spaces: readonly Space[]): number | undefined {
  const all = spaces.map((space) => space.sumsOf(groups, count));
  const members = [...groups.keys()].filter((thing) => (all[0]?.sizes[groups[thing]!] ?? 0) >= LEAST_SIZE);
  const step = Math.max(1, members.length / MOST_LOOKED_AT);
  const [own, other]: [number[], number[]] = [[], []];
  for (let next = 0; next < members.length; next += step) {
    const thing = members[Math.floor(next)]!;
    const scores = new Float64Array(count);
    for (const { lengths, productsWith } of all) {
      const products = productsWith(thing, true) ?? scores;
      for (let group = 0; group < count; group++)
        scores[group]! += cosine(products[group]!, lengths[group]!, group === groups[thing]) / all.length;
    }
    own.push(scores[groups[thing]!]!);
    other.push(scores.reduce((best, score, group) => (group === groups[thing] ? best : Math.max(best, score)), -1));
  }
  if (own.length === 0) return undefined;
  const low = quantile(own, LEFT_OUT);
  return count === 1 ? low : Math.min(low, (quantile(own, 0.5) + quantile(other, 0.5)) / 2);
}

/** The cosine of a thing and the sum of a group; of its own group without it. */
function cosine(product: number, length: number, isOwn: boolean): number {
  if (product === 0) return 0;
  if (!isOwn) return product / length;
  return (product - 1) / Math.sqrt(Math.max(length ** 2 - 2 * product + 1, 1e-6));
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
