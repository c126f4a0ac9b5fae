import { createHash } from 'node:crypto';
import { membersOf } from './graph.js';
import type { GroupingOptions } from './group.js';
import { suitableCommunities } from './granularity.js';
import { leastLikeness } from './likeness.js';
import { renumber } from './louvain.js';
import { lengthOf, unit } from './packed-vectors.js';
import { settled } from './settle.js';
import { product } from './space.js';
import { timesOf } from './times.js';
import { comparedByBoth, comparedByVectors } from './words-and-vectors.js';

/** Things whose vectors point the same way. */
export interface VectorGroup {
  /** Things in it. */
  size: number;
  /** The place of the thing that is most like all of them. */
  medoid: number;
  /** The mean of their vectors, of length 1: a further thing is compared with it by the sum of products. */
  centroid: Float32Array;
  /** The length of the sum of their vectors, each of length 1: how much a further one can change the centroid. */
  mass: number;
}

export interface VectorGrouping {
  /** The group of each vector, a place in `groups`; -1 for a vector without length, with another number of dimensions than the first, or with something that is no number. */
  labels: Int32Array;
  groups: VectorGroup[];
  /** How alike a further thing must be to the centroid of a group to belong to it; undefined where too few say it. */
  least: number | undefined;
}

export interface VectorGroupingOptions extends GroupingOptions {
  /** The text of each thing: then its words count as much as its vector. */
  texts?: readonly string[];
}

/** Groups things by vectors that a model gives for them; the vectors may have any length but 0. Equal things count once. */
export function groupVectors(
  vectors: readonly ArrayLike<number>[],
  { seed = 1, texts }: VectorGroupingOptions = {},
): VectorGrouping {
  const { rows, places, dimensions, firsts } = unitRows(vectors, texts);
  const times = timesOf(places, firsts.length);
  const own = { rows, dimensions };
  const { neighbours, space, parts } = texts
    ? comparedByBoth(
        firsts.map((place) => texts[place] ?? ''),
        own,
        times,
        seed,
      )
    : comparedByVectors(own, firsts.length, seed);
  const found = settled(suitableCommunities(neighbours, space, times, seed));
  const count = renumber(found);
  const labels = places.map((row) => (row < 0 ? -1 : found[row]!));
  const groups = membersOf(labels, count).map((members) => groupOf(rows, dimensions, members, places));
  return { labels, groups, least: leastLikeness(found, count, parts) };
}

interface UnitRows {
  /** The different vectors, each of length 1, in one list. */
  rows: Float32Array;
  dimensions: number;
  /** The first thing with each of them. */
  firsts: number[];
  /** For each vector which of them it is; -1 for one that can not be compared. */
  places: Int32Array;
}

function unitRows(vectors: readonly ArrayLike<number>[], texts: readonly string[] = []): UnitRows {
  const dimensions = vectors.find(({ length }) => length > 0)?.length ?? 0;
  const rows = new Float32Array(vectors.length * dimensions);
  const places = new Int32Array(vectors.length).fill(-1);
  const firsts: number[] = [];
  const known = new Map<string, number>();
  vectors.forEach((vector, place) => {
    const length = vector.length === dimensions ? lengthOf(vector) : 0;
    if (!(length > 0) || !Number.isFinite(length)) return;
    const row = rows.subarray(firsts.length * dimensions, (firsts.length + 1) * dimensions);
    for (let at = 0; at < dimensions; at++) row[at] = vector[at]! / length;
    const key = createHash('sha256')
      .update(row)
      .update(texts[place] ?? '')
      .digest('base64');
    places[place] = known.get(key) ?? firsts.length;
    if (known.has(key)) return;
    known.set(key, firsts.length);
    firsts.push(place);
  });
  return { rows: rows.subarray(0, firsts.length * dimensions), dimensions, firsts, places };
}

function groupOf(rows: Float32Array, dimensions: number, members: readonly number[], places: Int32Array): VectorGroup {
  const sum = new Float32Array(dimensions);
  for (const member of members) {
    const begin = places[member]! * dimensions;
    for (let at = 0; at < dimensions; at++) sum[at]! += rows[begin + at]!;
  }
  const centroid = unit(sum);
  let [medoid, best] = [members[0] ?? 0, -Infinity];
  for (const member of members) {
    const score = product(centroid, 0, rows, places[member]! * dimensions, dimensions);
    if (score > best) [medoid, best] = [member, score];
  }
  return { size: members.length, medoid, centroid, mass: lengthOf(sum) };
}
