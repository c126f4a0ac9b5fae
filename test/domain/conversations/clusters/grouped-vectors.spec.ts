import { describe, expect, it } from '@jest/globals';
import { packVector } from '#clustering';
import { groupedByVectors, packIssues } from '../../../../src/conversations/clusters/domain/grouped-vectors.js';

const TEXTS = [
  'refund please',
  'money back',
  'refund please',
  'reimburse me',
  'new password',
  'no log in',
  'lost my key',
];
const IDS = TEXTS.map((_, at) => `issue-${at}`);
const issues = { ids: IDS, texts: TEXTS, clusters: IDS.map(() => 'cluster') };
/** Two directions: the first four issues, and the others. */
const vectorOf = (at: number, dimensions = 8): Int8Array =>
  packVector(
    Array.from({ length: dimensions }, (_, place) => (place === (at < 4 ? 0 : 1) ? 1 : 0.02 * ((at + place) % 3))),
  );
const embedded = (vectors: [number, Int8Array][]) => ({
  model: 'meaning',
  vectors: new Map(vectors.map(([at, vector]) => [`issue-${at}`, vector])),
});
const all = IDS.map((_, at): [number, Int8Array] => [at, vectorOf(at)]);

describe('issues that are grouped by their vectors', () => {
  it('share the vector of the same text, in one piece of memory', () => {
    const { vectors, places } = packIssues(issues, embedded(all.filter(([at]) => at !== 2)));
    expect([...places]).toEqual([0, 1, 0, 2, 3, 4, 5]);
    expect(vectors.bytes).toHaveLength(6 * 8);
    expect(vectors.bytes.subarray(8, 16)).toEqual(vectorOf(1));
  });

  it('have no vector where it is of other dimensions than that of the latest', () => {
    const { places } = packIssues(issues, embedded(all.map(([at]) => [at, vectorOf(at, at === 5 ? 9 : 8)])));
    expect([...places]).toEqual([0, 1, 0, 2, 3, -1, 4]);
  });

  it('are in one group with what means the same, which has its words, and a centroid', () => {
    const found = groupedByVectors(issues, packIssues(issues, embedded(all)));
    expect([...(found?.labels ?? [])]).toEqual([0, 0, 0, 0, 1, 1, 1]);
    expect(found?.groups.map(({ size }) => size)).toEqual([4, 3]);
    found?.groups.forEach(({ medoid, profile }, at) => {
      expect(found.labels[medoid]).toBe(at);
      expect(profile.terms.length).toBeGreaterThan(0);
    });
    expect(found?.vectors.model).toBe('meaning');
    expect(found?.vectors.centroids.map((centroid) => centroid.indexOf(127))).toEqual([0, 1]);
    expect(found?.vectors.least).toBeGreaterThan(0.1);
  });

  it('are not, where more than a tenth have none', () => {
    const some = packIssues(issues, embedded(all.filter(([at]) => at !== 6)));
    expect(groupedByVectors(issues, some)).toBeUndefined();
    expect(groupedByVectors(issues, packIssues(issues, embedded([])))).toBeUndefined();
  });

  it('are not, where no group is large enough to say what belongs to it', () => {
    const one = { ids: IDS.slice(0, 1), texts: TEXTS.slice(0, 1), clusters: ['cluster'] };
    expect(groupedByVectors(one, packIssues(one, embedded(all)))).toBeUndefined();
  });
});
