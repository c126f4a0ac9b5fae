import type { Candidate } from './granularity.js';

/**
 * The groups after each thing went, once, to the group whose direction is nearest to its own. Its own group is compared
 * without it.
 */
export function settled({ groups, sums }: Candidate): Int32Array {
  return groups.map((group, thing) => {
    const products = sums.productsWith(thing);
    let [best, highest] = [group, 0];
    products.forEach((product, other) => {
      if (product <= 0) return;
      let score = product / sums.lengths[other]!;
      if (other === group) {
        const rest = Math.sqrt(Math.max(sums.lengths[other]! ** 2 - 2 * product + 1, 1e-6));
        score = (product - 1) / rest;
      }
      if (score > highest) [best, highest] = [other, score];
    });
    return best;
  });
}
