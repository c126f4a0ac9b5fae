import { describe, expect, it } from '@jest/globals';
import { adjustedRandIndex, bCubed, vMeasure } from '#clustering';

describe('measures of a grouping', () => {
  const truth = [0, 0, 0, 1, 1, 1];

  it('are 1 for the same groups under other numbers', () => {
    const found = [7, 7, 7, 3, 3, 3];
    expect(adjustedRandIndex(found, truth)).toBe(1);
    expect(bCubed(found, truth)).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(vMeasure(found, truth)).toBeCloseTo(1);
  });

  it('are those of the published examples', () => {
    // Hubert and Arabie's index as scikit-learn documents it.
    expect(adjustedRandIndex([0, 0, 1, 2], [0, 0, 1, 1])).toBeCloseTo(0.5714, 3);
    expect(vMeasure([0, 0, 1, 2], [0, 0, 1, 1])).toBeCloseTo(0.8, 3);
    const { precision, recall } = bCubed([0, 0, 1, 2], [0, 0, 1, 1]);
    expect([precision, recall]).toEqual([1, 0.75]);
  });

  it('give nothing for one group and for every thing alone, except what each is known to reward', () => {
    const [one, alone] = [truth.map(() => 0), truth.map((_, at) => at)];
    expect(adjustedRandIndex(one, truth)).toBe(0);
    expect(adjustedRandIndex(alone, truth)).toBe(0);
    expect(bCubed(one, truth)).toMatchObject({ precision: 0.5, recall: 1 });
    expect(bCubed(alone, truth).precision).toBe(1);
    expect(vMeasure(one, truth)).toBe(0);
  });

  it('take empty groupings, and refuse groupings of different things', () => {
    expect(adjustedRandIndex([], [])).toBe(1);
    expect(bCubed([], []).f1).toBe(0);
    expect(() => adjustedRandIndex([1], [1, 2])).toThrow(RangeError);
  });
});
