import type { Candidate } from './granularity.js';

/**
 * The groups after each thing went, once, to the group whose direction is nearest to its own. Its own group is compared
 * without it.
 */
export function settled({ groups, sums }: Candidate): Int32Array {
  const { lengths } = sums;
  return groups.map((own, thing) => {
    const products = sums.productsWith(thing);
    if (products === undefined) return own;
    // The length of the sum of the others in its group.
    const rest = Math.sqrt(Math.max(lengths[own]! ** 2 - 2 * products[own]! + 1, 1e-6));
    let [best, highest] = [own, Math.max(0, (products[own]! - 1) / rest)];
    for (let group = 0; group < products.length; group++) {
      const score = products[group]! / lengths[group]!;
      if (score > highest && group !== own) [best, highest] = [group, score];
    }
    return best;
  });
}
