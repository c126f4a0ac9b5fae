import { contracted } from './graph.js';
import type { Graph } from './graph.js';
import { randomNumbers } from './random.js';

/** Rounds over all nodes at one level, and levels: more change next to nothing. */
const MOST_ROUNDS = 30;
const MOST_LEVELS = 20;
/** A level ends when a smaller share of the nodes moved in a round. */
const FEW = 0.001;

/**
 * The group of each node such that groups are bound within more than chance would bind them (Louvain's method). A
 * higher resolution gives more and smaller groups. Groups are numbered from 0.
 */
export function communities(graph: Graph, resolution: number, seed: number): Int32Array {
  const random = randomNumbers(seed);
  const groups = Int32Array.from({ length: graph.nodes }, (_, node) => node);
  let current = graph;
  for (let level = 0; level < MOST_LEVELS; level++) {
    const moved = moveNodes(current, resolution, random);
    const count = renumber(moved);
    if (count === current.nodes) break;
    groups.forEach((group, node) => (groups[node] = moved[group]!));
    current = contracted(current, moved, count);
  }
  return groups;
}

function moveNodes(graph: Graph, resolution: number, random: () => number): Int32Array {
  const { nodes, starts, ends, weights } = graph;
  const degrees = degreesOf(graph);
  const all = degrees.reduce((sum, degree) => sum + degree, 0);
  const groups = Int32Array.from({ length: nodes }, (_, node) => node);
  const totals = degrees.slice();
  const order = shuffled(nodes, random);
  const bound = new Float64Array(nodes);
  for (let round = 0, moves = Infinity; round < MOST_ROUNDS && moves > nodes * FEW; round++) {
    moves = 0;
    for (const node of order) {
      const old = groups[node]!;
      const candidates: number[] = [];
      for (let at = starts[node]!; at < starts[node + 1]!; at++) {
        const group = groups[ends[at]!]!;
        if (bound[group] === 0) candidates.push(group);
        bound[group]! += weights[at]!;
      }
      totals[old]! -= degrees[node]!;
      const share = (resolution * degrees[node]!) / all;
      let [best, gain] = [old, bound[old]! - share * totals[old]!];
      for (const group of candidates) {
        const gained = bound[group]! - share * totals[group]!;
        if (gained > gain + 1e-12) [best, gain] = [group, gained];
        bound[group] = 0;
      }
      totals[best]! += degrees[node]!;
      groups[node] = best;
      if (best !== old) moves++;
    }
  }
  return groups;
}

function degreesOf({ nodes, starts, weights, loops }: Graph): Float64Array {
  const degrees = loops.slice();
  for (let node = 0; node < nodes; node++) {
    for (let at = starts[node]!; at < starts[node + 1]!; at++) degrees[node]! += weights[at]!;
  }
  return degrees;
}

function shuffled(count: number, random: () => number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, at) => at);
  for (let at = count - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return order;
}

/** Numbers groups from 0 in the order of their first members; answers how many there are. */
export function renumber(groups: Int32Array): number {
  const numbers = new Map<number, number>();
  groups.forEach((group, at) => {
    const number = numbers.get(group) ?? numbers.size;
    numbers.set(group, number);
    groups[at] = number;
  });
  return numbers.size;
}
