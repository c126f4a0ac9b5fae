import { graphOf } from './graph.js';
import { communities } from './louvain.js';
import type { Neighbours } from './neighbours.js';
import type { GroupSums, Space } from './space.js';
import { repetition } from './times.js';

/**
 * What a grouping is worth: how much of what binds things it keeps, times the number of groups to the power of
 * `FINENESS`, times how much better things fit their own group than the next best to the power of `CLEARNESS`. Measured
 * on sets of texts whose groups are known: see docs/conversations/how-good.md.
 */
const FINENESS = 0.105;
const CLEARNESS = 0.1;
/** What binds a thing that is there many times to its copies, where 1 binds two equal things. */
const BOUND_TO_COPIES = 3;
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
  /** How often each thing is there. */
  times: Int32Array;
  sums: GroupSums;
  worth: number;
}

/** The communities among neighbours at the resolution that suits them. `times`: how often each thing is there. */
export function suitableCommunities(neighbours: Neighbours, space: Space, times: Int32Array, seed: number): Candidate {
  const graph = graphOf(neighbours, times);
  const known = new Map<number, Candidate>();
  const at = (resolution: number): Candidate => {
    const candidate = known.get(resolution) ?? judged(communities(graph, resolution, seed), neighbours, space, times);
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

function judged(groups: Int32Array, neighbours: Neighbours, space: Space, times: Int32Array): Candidate {
  const count = groups.reduce((most, group) => Math.max(most, group + 1), 0);
  const sums = space.sumsOf(groups, count, times);
  const kept = keptBonds(groups, neighbours, sums.sizes, times);
  const total = times.reduce((sum, own) => sum + own, 0);
  const effective = 1 / sums.sizes.reduce((sum, size) => sum + (size / total) ** 2, 0);
  return {
    groups,
    count,
    times,
    sums,
    worth: kept * effective ** FINENESS * clearness(groups, sums, times) ** CLEARNESS,
  };
}

/**
 * The share of its neighbours that a thing is in one group with, on average, by their scores. Of a small group's
 * members only as many neighbours count as could be in it. A thing that is there many times is with its copies, too, and
 * counts as often as it is there.
 */
function keptBonds(
  groups: Int32Array,
  { count, most, ids, scores }: Neighbours,
  sizes: Int32Array,
  times: Int32Array,
): number {
  let [kept, total] = [0, 0];
  for (let thing = 0; thing < count; thing++) {
    const possible = Math.min(most, sizes[groups[thing]!]! - 1);
    let [own, all] = [0, 0];
    for (let at = thing * most; at < thing * most + possible && ids[at]! >= 0; at++) {
      all += scores[at]!;
      if (groups[ids[at]!] === groups[thing]) own += scores[at]!;
    }
    const copies = repetition(times[thing]!) * BOUND_TO_COPIES;
    total += times[thing]!;
    if (all + copies > 0) kept += (times[thing]! * (own + copies)) / (all + copies);
  }
  return total === 0 ? 0 : kept / total;
}

/** How alike things are to the other members of their group, as a multiple of how alike to the next best group. */
function clearness(groups: Int32Array, sums: GroupSums, times: Int32Array): number {
  const step = Math.max(1, groups.length / MOST_LOOKED_AT);
  let [own, other] = [0, 0];
  for (let next = 0; next < groups.length; next += step) {
    const thing = Math.floor(next);
    const products = sums.productsWith(thing);
    if (products === undefined) continue;
    let best = 0;
    const copies = times[thing]!;
    for (let group = 0; group < products.length; group++) {
      const size = sums.sizes[group]!;
      if (group !== groups[thing]) best = Math.max(best, products[group]! / size);
      else if (size > copies) own += (copies * (products[group]! - copies)) / (size - copies);
    }
    other += copies * best;
  }
  return other === 0 ? 1 : own / other;
}
