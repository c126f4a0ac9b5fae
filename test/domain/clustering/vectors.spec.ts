import { describe, expect, it } from '@jest/globals';
import { adjustedRandIndex, group, groupedTexts, groupVectors } from '#clustering';
import { questionsIn } from './intents.js';

/** Vectors around as many directions as there are groups, the same in every run. */
function around(groups: number, each: number, dimensions = 48, noise = 0.5): { vectors: number[][]; truth: number[] } {
  let state = 7;
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
  const random = () => next() + next() + next();
  const directions = Array.from({ length: groups }, () => Array.from({ length: dimensions }, random));
  const truth = Array.from({ length: groups * each }, (_, at) => at % groups);
  const vectors = truth.map((group) => (directions[group] ?? []).map((value) => 3 * (value + noise * random())));
  return { vectors, truth };
}

describe('grouping vectors of a model', () => {
  it('finds the directions they lie around, and how many there are', () => {
    const { vectors, truth } = around(20, 30);
    const found = groupVectors(vectors);
    const { labels, groups } = found;
    expect(adjustedRandIndex(labels, truth)).toBeGreaterThan(0.95);
    expect(groups.length).toBeGreaterThanOrEqual(18);
    expect(groups.length).toBeLessThanOrEqual(24);
    expect(groupVectors(vectors)).toEqual(found);
  });

  it('finds them among more vectors than are compared each with each', () => {
    const { vectors, truth } = around(60, 70, 32, 0.4);
    const { labels, groups } = groupVectors(vectors);
    expect(adjustedRandIndex(labels, truth)).toBeGreaterThan(0.9);
    expect(groups.length).toBeGreaterThanOrEqual(40);
    expect(groups.length).toBeLessThanOrEqual(90);
  });

  it('tells of each group its size, the vector most like all, and their mean of length 1', () => {
    const { vectors } = around(3, 20);
    const { labels, groups } = groupVectors(vectors.map((vector) => Float32Array.from(vector)));
    groups.forEach(({ size, medoid, centroid, mass }, at) => {
      expect(labels.filter((label) => label === at).length).toBe(size);
      expect(labels[medoid]).toBe(at);
      expect(Math.hypot(...centroid)).toBeCloseTo(1);
      expect(mass).toBeLessThanOrEqual(size + 1e-4);
      expect(mass).toBeGreaterThan(size / 2);
    });
  });

  it('leaves out vectors that cannot be compared', () => {
    const { vectors } = around(2, 10);
    const bad = [
      [],
      [1, 2],
      vectors[0]?.map(() => 0) ?? [],
      vectors[0]?.map(() => NaN) ?? [],
      [Infinity, ...(vectors[0] ?? []).slice(1)],
    ];
    const { labels, groups } = groupVectors([...vectors, ...bad]);
    expect(Array.from(labels.slice(-bad.length))).toEqual([-1, -1, -1, -1, -1]);
    expect(groups.length).toBe(2);
    expect(groupVectors([]).groups).toEqual([]);
    expect(
      groupVectors([
        [0, 0],
        [NaN, 1],
      ]).groups,
    ).toEqual([]);
  });

  it('puts ten thousand equal vectors in one group, beside the others', () => {
    const { vectors, truth } = around(10, 20);
    const many = Array.from({ length: 10_000 }, () => vectors[0] ?? []);
    const { labels, groups } = groupVectors([...vectors, ...many]);
    expect(new Set(labels.slice(vectors.length))).toEqual(new Set([labels[0]]));
    expect(adjustedRandIndex(labels.slice(0, vectors.length), truth)).toBeGreaterThan(0.95);
    expect(Math.max(...groups.map(({ size }) => size))).toBeGreaterThanOrEqual(10_000);
  });

  it.each([
    ['by words what the model does not', 2, 1],
    ['by vectors what the words do not', 1, 2],
  ])('tells apart %s', (_, ofDirection, ofVocabulary) => {
    const { vectors, truth: directions } = around(12 / ofDirection, 20 * ofDirection);
    const groups = directions.map(
      (direction, at) => direction * ofDirection + (Math.floor((at * ofDirection) / 12) % ofDirection),
    );
    let state = 3;
    const next = () => (state = (state * 48_271) % 2_147_483_647);
    const texts = groups.map((number) => {
      const vocabulary = Math.floor(number / ofVocabulary);
      return Array.from({ length: 8 }, () => `t${vocabulary}w${next() % 12}`).join(' ');
    });
    const agreement = (labels: Int32Array) => adjustedRandIndex(labels, groups);
    expect(agreement(groupVectors(vectors, { texts }).labels)).toBeGreaterThan(0.9);
    const alone = ofDirection === 2 ? groupVectors(vectors).labels : group(texts).labels;
    expect(agreement(alone)).toBeLessThan(0.8);
  });

  it('says how alike a further vector must be to join a group: most members are, and no stranger', () => {
    const { vectors, truth } = around(20, 30);
    const unseen = around(21, 30);
    const { groups, least = NaN } = groupVectors(vectors.slice(0, 400));
    const best = (vector: readonly number[]) => {
      const length = Math.hypot(...vector);
      const scores = groups.map(({ centroid }) => vector.reduce((sum, value, at) => sum + value * centroid[at]!, 0));
      return Math.max(...scores) / length;
    };
    const later = vectors.slice(400);
    expect(truth.slice(400).length).toBe(later.length);
    expect(later.filter((vector) => best(vector) >= least).length).toBeGreaterThan(later.length * 0.8);
    expect(unseen.vectors.filter((_, at) => unseen.truth[at] === 20).every((vector) => best(vector) < least)).toBe(
      true,
    );
    expect(groupVectors([[1, 0, 0]]).least).toBeUndefined();
  });
});

describe('texts whose groups are known', () => {
  it('are described as those that are grouped by their words', () => {
    const { texts, truth } = questionsIn('en');
    const labels = Int32Array.from(truth, (group, at) => (at === 5 ? -1 : group));
    const { groups, terms } = groupedTexts(texts, labels);
    expect(groups.length).toBe(new Set(truth).size);
    expect(terms.total).toBe(new Set(texts).size);
    groups.forEach(({ size, medoid, profile }, at) => {
      expect(labels.filter((label) => label === at).length).toBe(size);
      expect(labels[medoid]).toBe(at);
      expect(profile.terms.length).toBeGreaterThan(0);
    });
    expect(groupedTexts([], new Int32Array()).groups).toEqual([]);
  });
});
