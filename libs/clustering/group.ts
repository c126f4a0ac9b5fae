import { createHash } from 'node:crypto';
import { featuresOf } from './features.js';
import { membersOf } from './graph.js';
import { suitableCommunities } from './granularity.js';
import { renumber } from './louvain.js';
import { countTerms, termMatrix } from './matrix.js';
import { neighboursFor, sparseNeighbours } from './neighbours.js';
import { settled } from './settle.js';
import { sparseSpace } from './space.js';
import { timesOf } from './times.js';
import { profileOf, scoreOf, weigh } from './weights.js';
import { LEAST_SCORE } from './words-and-vectors.js';
import type { Profile, TermCounts } from './weights.js';

export interface GroupingOptions {
  /** The same texts and the same seed give the same groups. */
  seed?: number;
}

/** Texts that ask for the same. */
export interface Group {
  /** Texts in it. */
  size: number;
  /** The place of the text that is most like all of them. */
  medoid: number;
  profile: Profile;
}

/** All texts grouped, with what a further text is compared by. */
export interface Grouping {
  /** The group of each text, a place in `groups`; -1 for a text without words. */
  labels: Int32Array;
  groups: Group[];
  terms: TermCounts;
}

/** Members of a group that its profile is made of; of more, as many at equal distances. */
const MOST_MEMBERS = 2_000;

/** Groups texts by what they ask for. Knows neither how many groups there are nor any language. */
export function group(texts: readonly string[], { seed = 1 }: GroupingOptions = {}): Grouping {
  const { distinct, places } = distinctOf(texts);
  const times = timesOf(places, distinct.length);
  const terms = countTerms(distinct);
  const matrix = termMatrix(distinct, terms, times);
  const neighbours = sparseNeighbours(matrix, neighboursFor(distinct.length), LEAST_SCORE);
  const found = settled(suitableCommunities(neighbours, sparseSpace(matrix), times, seed));
  const labels = Int32Array.from(places, (place) => (place < 0 ? -1 : found[place]!));
  renumberGroups(labels);
  return { labels, groups: describeGroups(texts, labels, terms), terms };
}

/** Texts whose groups are known, numbered from 0; a negative group is none. */
export function groupedTexts(texts: readonly string[], labels: Int32Array): Grouping {
  const terms = countTerms(distinctOf(texts).distinct);
  return { labels, groups: describeGroups(texts, labels, terms), terms };
}

/** The different texts by their features, and for each text which of them it is; -1 for one without features. */
function distinctOf(texts: readonly string[]): { distinct: string[]; places: Int32Array } {
  const places = new Int32Array(texts.length).fill(-1);
  const known = new Map<string, number>();
  const distinct: string[] = [];
  texts.forEach((text, at) => {
    const features = featuresOf(text);
    if (features.size === 0) return;
    const key = createHash('sha256').update(Array.from(features.keys()).join('\n')).digest('base64');
    const place = known.get(key) ?? distinct.length;
    if (place === distinct.length) {
      distinct.push(text);
      known.set(key, place);
    }
    places[at] = place;
  });
  return { distinct, places };
}

function renumberGroups(labels: Int32Array): void {
  const some = labels.filter((label) => label >= 0);
  renumber(some);
  let next = 0;
  labels.forEach((label, at) => {
    if (label >= 0) labels[at] = some[next++]!;
  });
}

function describeGroups(texts: readonly string[], labels: Int32Array, terms: TermCounts): Group[] {
  const count = labels.reduce((most, label) => Math.max(most, label + 1), 0);
  return membersOf(labels, count).map((members) => describeGroup(texts, members, terms));
}

function describeGroup(texts: readonly string[], members: readonly number[], terms: TermCounts): Group {
  const step = Math.ceil(members.length / MOST_MEMBERS);
  const chosen = members.filter((_, at) => at % step === 0);
  const weighed = chosen.map((member) => weigh(featuresOf(texts[member] ?? ''), terms));
  const profile = profileOf(weighed);
  let [medoid, best] = [chosen[0] ?? 0, -1];
  chosen.forEach((member, at) => {
    const score = scoreOf(profile, weighed[at] ?? []);
    if (score > best) [medoid, best] = [member, score];
  });
  return { size: members.length, medoid, profile };
}
