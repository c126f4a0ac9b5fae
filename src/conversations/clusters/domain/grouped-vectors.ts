import { groupedTexts, groupVectors, packVector, rowsOf, type PackedVectors } from '#clustering';
import type { GroupedIssues } from './clusters.js';
import type { FoundGroups } from './continued-clusters.js';
import type { EmbeddedIssues } from './issue-embedder.js';
import type { GroupVectors } from './new-grouping.js';

/** Vectors of issues in one list. */
export interface PackedIssues {
  model: string;
  vectors: PackedVectors;
  /** Which of the vectors is that of each issue; -1 for none. */
  places: Int32Array;
}

/** Where fewer of the issues have a vector, they are grouped by words. */
const LEAST_SHARE = 0.9;

/**
 * The vectors of issues in one piece of memory: of 100,000 issues it is 50 MB. Issues with the same text have the
 * same vector, so that they count once; vectors of other dimensions than that of the latest issue are left out.
 */
export function packIssues({ ids, texts }: GroupedIssues, { model, vectors }: EmbeddedIssues): PackedIssues {
  const dimensions = vectors.get(ids.find((id) => vectors.has(id)) ?? '')?.length ?? 0;
  const bytes = new Int8Array(vectors.size * dimensions);
  const known = new Map<string, number>();
  ids.forEach((id, at) => {
    const [vector, text] = [vectors.get(id), texts[at] ?? ''];
    if (vector?.length !== dimensions || known.has(text)) return;
    bytes.set(vector, known.size * dimensions);
    known.set(text, known.size);
  });
  const places = Int32Array.from(texts, (text) => known.get(text) ?? -1);
  return { model, vectors: { dimensions, bytes: bytes.subarray(0, known.size * dimensions) }, places };
}

/** Issues grouped by their vectors and words; undefined where too few have one, or the vectors do not say what joins what. */
export function groupedByVectors(
  { texts }: GroupedIssues,
  { model, vectors, places }: PackedIssues,
): (FoundGroups & { vectors: GroupVectors }) | undefined {
  if (places.filter((place) => place >= 0).length < texts.length * LEAST_SHARE) return undefined;
  const first = new Map<number, number>();
  places.forEach((place, at) => {
    if (!first.has(place)) first.set(place, at);
  });
  const rows = rowsOf(vectors);
  const distinct = rows.map((_, place) => texts[first.get(place) ?? -1] ?? '');
  const { labels: found, groups, least } = groupVectors(rows, { texts: distinct });
  if (least === undefined) return undefined;
  const labels = places.map((place) => (place < 0 ? -1 : (found[place] ?? -1)));
  const described = groupedTexts(texts, labels);
  return {
    ...described,
    // By its vector, which says more than the words that they share.
    groups: described.groups.map((group, at) => ({
      ...group,
      medoid: first.get(groups[at]?.medoid ?? -1) ?? group.medoid,
    })),
    vectors: {
      model,
      least,
      centroids: groups.map(({ centroid }) => packVector(centroid)),
      masses: groups.map(({ mass }) => mass),
    },
  };
}
