import { graphOf } from './graph.js';
import { communities } from './louvain.js';
import type { Neighbours } from './neighbours.js';
import type { GroupSums, Space } from './space.js';

/**
 * What a grouping is worth: how much of what binds things it keeps, times the number of groups to the power of
 * `FINENESS`, times how much better things fit their own group than the next best to the power of `CLEARNESS`. Measured
 * on sets of texts whose groups are known: see docs/conversations/how-good.md.
 */
const FINENESS = 0.1;
const CLEARNESS = 0.1;
/** Resolutions that are looked at: from very few groups to very many. */
const COARSEST = 0.5;
const FINEST = 512;
const FIRST = 4;
/** Each search looks at so much finer and coarser resolutions than the best of the search before. */
const STEPS = [4, 2, Math.SQRT2];
/** Things of which is looked how well they fit; of more, as many at equal distances. */
const MOST_LOOKED_AT = 1_500;

export interface Candidate {
  groups: Int32Array;
  count: number;
  sums: GroupSums;
  worth: number;
}

/** The communities among neighbours at the resolution that suits them. */
export function suitableCommunities(neighbours: Neighbours, space: Space, seed: number): Candidate {
  const graph = graphOf(neighbours);
  const known = new Map<number, Candidate>();
  const at = (resolution: number): Candidate => {
    const candidate = known.get(resolution) ?? judged(communities(graph, resolution, seed), neighbours, space);
    known.set(resolution, candidate);
    return candidate;
  };
  let [resolution, best] = [FIRST, at(FIRST)];
  for (const step of STEPS) {
    for (const factor of [step, 1 / step]) {
      for (let next = resolution * factor; next >= COARSEST && next <= FINEST; next *= factor) {
        const candidate = at(next);
        if (candidate.worth <= best.worth) break;
        [resolution, best] = [next, candidate];
      }
    }
  }
  return best;
}

function judged(groups: Int32Array, neighbours: Neighbours, space: Space): Candidate {
  const count = groups.reduce((most, group) => Math.max(most, group + 1), 0);
  const sums = space.sumsOf(groups, count);
  const kept = keptBonds(groups, neighbours, sums.sizes);
  const effective = 1 / sums.sizes.reduce((sum, size) => sum + (size / groups.length) ** 2, 0);
  return { groups, count, sums, worth: kept * effective ** FINENESS * clearness(groups, sums) ** CLEARNESS };
}

/**
 * The share of its neighbours that a thing is in one group with, on average, by their scores. Of a small group's
 * members only as many neighbours count as could be in it.
 */
function keptBonds(groups: Int32Array, { count, most, ids, scores }: Neighbours, sizes: Int32Array): number {
  let kept = 0;
  for (let thing = 0; thing < count; thing++) {
    const possible = Math.min(most, sizes[groups[thing]!]! - 1);
    let [own, all] = [0, 0];
    for (let at = thing * most; at < thing * most + possible && ids[at]! >= 0; at++) {
      all += scores[at]!;
      if (groups[ids[at]!] === groups[thing]) own += scores[at]!;
    }
    if (all > 0) kept += own / all;
  }
  return count === 0 ? 0 : kept / count;
}

/** How alike things are to the other members of their group, as a multiple of how alike to the next best group. */
function clearness(groups: Int32Array, sums: GroupSums): number {
  const step = Math.max(1, groups.length / MOST_LOOKED_AT);
  let [own, other] = [0, 0];
  for (let next = 0; next < groups.length; next += step) {
    const thing = Math.floor(next);
    const products = sums.productsWith(thing);
    if (products === undefined) continue;
    let best = 0;
    for (let group = 0; group < products.length; group++) {
      const size = sums.sizes[group]!;
      if (group !== groups[thing]) best = Math.max(best, products[group]! / size);
      else if (size > 1) own += (products[group]! - 1) / (size - 1);
    }
    other += best;
  }
  return other === 0 ? 1 : own / other;
}
