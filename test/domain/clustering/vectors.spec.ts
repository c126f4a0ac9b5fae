import { describe, expect, it } from '@jest/globals';
import { adjustedRandIndex, groupVectors } from '#clustering';

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
    const { labels, groups } = groupVectors(vectors);
    expect(adjustedRandIndex(labels, truth)).toBeGreaterThan(0.95);
    expect(groups.length).toBeGreaterThanOrEqual(18);
    expect(groups.length).toBeLessThanOrEqual(24);
    expect(groupVectors(vectors)).toEqual({ labels, groups });
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
    groups.forEach(({ size, medoid, centroid }, at) => {
      expect(labels.filter((label) => label === at).length).toBe(size);
      expect(labels[medoid]).toBe(at);
      expect(Math.hypot(...centroid)).toBeCloseTo(1);
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

  it('puts ten thousand equal vectors in one group', () => {
    const { labels } = groupVectors(Array.from({ length: 10_000 }, () => [1, 2, 3, 4]));
    expect(new Set(labels).size).toBeLessThanOrEqual(3);
  });
});
