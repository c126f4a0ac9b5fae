import type { Candidate } from './granularity.js';

/** A thing that is alone in its group, but is there many times, goes only to a group whose direction is at least so near. */
const NEAR = 0.25;

/**
 * The groups after each thing went, once, to the group whose direction is nearest to its own. Its own group is compared
 * without it and its copies.
 */
export function settled({ groups, sums, times }: Candidate): Int32Array {
  const { lengths, sizes } = sums;
  return groups.map((own, thing) => {
    const products = sums.productsWith(thing);
    if (products === undefined) return own;
    const copies = times[thing]!;
    // The length of the sum of the others in its group.
    const rest = Math.sqrt(Math.max(lengths[own]! ** 2 - 2 * copies * products[own]! + copies ** 2, 1e-6));
    let [best, highest] = [own, Math.max(0, (products[own]! - copies) / rest)];
    if (sizes[own] === copies) highest = copies > 1 ? NEAR : 0;
    for (let group = 0; group < products.length; group++) {
      const score = products[group]! / lengths[group]!;
      if (score > highest && group !== own) [best, highest] = [group, score];
    }
    return best;
  });
}
