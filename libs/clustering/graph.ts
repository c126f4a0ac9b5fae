import type { Neighbours } from './neighbours.js';
import { repetition } from './times.js';

/** A graph without directions: the neighbours of each node and how strongly it is bound to them. */
export interface Graph {
  nodes: number;
  /** Where the neighbours of each node begin in `ends` and `weights`; one more for the end of the last. */
  starts: Int32Array;
  ends: Int32Array;
  weights: Float64Array;
  /** How strongly each node is bound within itself. */
  loops: Float64Array;
}

/** How strongly a thing that is there many times is bound to itself, for each time, where 1 binds two equal things. */
const BOUND_TO_ITSELF = 10;

/**
 * The graph of neighbours: two that are neighbours of each other are bound by the sum of both scores. Each thing counts
 * as often as it is there.
 */
export function graphOf({ count, most, ids, scores }: Neighbours, times: Int32Array): Graph {
  const starts = new Int32Array(count + 1);
  for (let at = 0; at < ids.length; at++) {
    if (ids[at]! < 0) continue;
    starts[Math.floor(at / most) + 1]!++;
    starts[ids[at]! + 1]!++;
  }
  for (let node = 0; node < count; node++) starts[node + 1]! += starts[node]!;
  const next = starts.slice();
  const ends = new Int32Array(starts[count]!);
  const weights = new Float64Array(starts[count]!);
  for (let at = 0; at < ids.length; at++) {
    if (ids[at]! < 0) continue;
    const [one, other] = [Math.floor(at / most), ids[at]!];
    const [here, there] = [next[one]!++, next[other]!++];
    ends[here] = other;
    ends[there] = one;
    weights[here] = weights[there] = scores[at]! * times[one]!;
  }
  const groups = Int32Array.from({ length: count }, (_, node) => node);
  const loops = Float64Array.from(times, (own) => own * repetition(own) * BOUND_TO_ITSELF);
  return contracted({ nodes: count, starts, ends, weights, loops }, groups, count);
}

/** The graph whose nodes are groups of another's nodes, bound by the sums of what bound their nodes. */
export function contracted(graph: Graph, groups: Int32Array, count: number): Graph {
  const loops = new Float64Array(count);
  const starts = new Int32Array(count + 1);
  const ends = new Int32Array(graph.ends.length);
  const weights = new Float64Array(graph.ends.length);
  const place = new Int32Array(count).fill(-1);
  let length = 0;
  for (const [group, members] of membersOf(groups, count).entries()) {
    const begin = length;
    for (const node of members) {
      loops[group]! += graph.loops[node]!;
      for (let at = graph.starts[node]!; at < graph.starts[node + 1]!; at++) {
        const other = groups[graph.ends[at]!]!;
        if (other === group) loops[group]! += graph.weights[at]!;
        else if (place[other]! >= begin) weights[place[other]!]! += graph.weights[at]!;
        else {
          place[other] = length;
          ends[length] = other;
          weights[length++] = graph.weights[at]!;
        }
      }
    }
    starts[group + 1] = length;
  }
  return { nodes: count, starts, ends: ends.slice(0, length), weights: weights.slice(0, length), loops };
}

/** The members of each group, in order. */
export function membersOf(groups: Int32Array, count: number): number[][] {
  const members = Array.from({ length: count }, (): number[] => []);
  groups.forEach((group, node) => members[group]?.push(node));
  return members;
}
