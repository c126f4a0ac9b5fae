import { describe, expect, it } from '@jest/globals';
import { JoiningVectors, MOST_DIMENSIONS, nearestOf, packVector, rowsOf, unpackVector } from '#clustering';

/** Pairs of vectors, more and less alike, the same in every run. */
function pairs(dimensions: number, count = 200): [number[], number[]][] {
  let state = 11;
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
  const random = () => Array.from({ length: dimensions }, () => next() + next() + next());
  return Array.from({ length: count }, (_, pair) => {
    const [one, noise] = [random(), random()];
    const share = pair / count;
    return [one, one.map((value, at) => share * value + (1 - share) * (noise[at] ?? 0))];
  });
}

function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const product = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Array.from(a).reduce((sum, value, at) => sum + value * (b[at] ?? NaN), 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}

/** By how much the cosines of pairs are off once they are packed. */
const errors = (dimensions: number): number[] =>
  pairs(dimensions).map(([one, other]) => cosine(packVector(one), packVector(other)) - cosine(one, other));

const deviation = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

describe('a packed vector', () => {
  it.each([8, 384, 512])('of %d dimensions is as like others as it was', (dimensions) => {
    expect(Math.max(...errors(dimensions).map(Math.abs))).toBeLessThan(0.01);
  });

  it.each([768, 1_024, 1_536, 3_072, 4_096])('of %d dimensions is folded, and nearly as like others', (dimensions) => {
    const [[one]] = pairs(dimensions, 1) as [[number[], number[]]];
    expect(packVector(one)).toHaveLength(MOST_DIMENSIONS);
    const off = errors(dimensions);
    expect(deviation(off)).toBeLessThan(0.06);
    expect(Math.abs(off.reduce((sum, error) => sum + error, 0) / off.length)).toBeLessThan(0.02);
  });

  it('takes a byte for each dimension, is the same each time, and has length 1 when it is read', () => {
    const [[one]] = pairs(384, 1) as [[number[], number[]]];
    expect(packVector(one)).toHaveLength(384);
    expect(packVector(one)).toEqual(packVector(one.map((value) => value * 7)));
    expect(Math.hypot(...unpackVector(packVector(one)))).toBeCloseTo(1, 5);
  });

  it.each([16, 512, 1_536])('of %d dimensions can be packed again, as the mean of such vectors is', (dimensions) => {
    const [[one]] = pairs(dimensions, 1) as [[number[], number[]]];
    const packed = packVector(one);
    expect(packVector(unpackVector(packed))).toEqual(packed);
  });

  it('of nothing is nothing', () => {
    expect(Array.from(packVector([0, 0, 0]))).toEqual([0, 0, 0]);
    expect(Array.from(unpackVector(packVector([0, 0, 0])))).toEqual([0, 0, 0]);
    expect(packVector([])).toHaveLength(0);
  });

  it('is found among many by those that are nearest, the nearest first', () => {
    const vectors = [packVector([1, 0, 0.1]), packVector([0, 1, 0])];
    const others = [packVector([0, 1, 0.2]), packVector([1, 0, 0]), packVector([0, 0, 1])];
    const packed = (rows: Int8Array[]) => ({ dimensions: 3, bytes: Int8Array.from(rows.flatMap((row) => [...row])) });
    expect(rowsOf(packed(others))).toEqual(others);
    expect(nearestOf(packed(vectors), packed(others), 2)).toEqual([
      [1, 2],
      [0, 1],
    ]);
    expect(nearestOf(packed(vectors), { dimensions: 0, bytes: new Int8Array() }, 2)).toEqual([[], []]);
  });
});

describe('clusters that things join by vectors', () => {
  const NO_WORDS = new Map<string, number>();
  const at = (...numbers: number[]): Float32Array => unpackVector(packVector(numbers));

  it('are joined where the centroid is nearest, and near enough', () => {
    const joining = new JoiningVectors(
      [
        ['a', { vector: at(1, 0, 0), mass: 1 }],
        ['b', { vector: at(0, 1, 0), mass: 1 }],
      ],
      0.44,
    );
    expect(joining.nearest(at(1, 0.5, 0), NO_WORDS)).toBe('a');
    expect(joining.nearest(at(0.5, 1, 0), NO_WORDS)).toBe('b');
    expect(joining.nearest(at(1, 1, 0), NO_WORDS)).toBeUndefined();
    expect(joining.nearest(at(1, 0), NO_WORDS)).toBeUndefined();
    // A cluster whose words fit as well is as like as one that is nearer.
    expect(joining.nearest(at(1, 1, 0), new Map([['b', 0.3]]))).toBe('b');
    joining.begin('c', at(1, 1, 0));
    expect(joining.nearest(at(1, 1.1, 0), NO_WORDS)).toBe('c');
    expect(joining.changed.map(([id]) => id)).toEqual(['c']);
  });

  it('move to the mean of what has joined them, unless they are settled', () => {
    const joining = new JoiningVectors(
      [
        ['small', { vector: at(1, 0), mass: 1 }],
        ['settled', { vector: at(1, 0), mass: 90, isSettled: true }],
      ],
      0.5,
    );
    for (const id of ['small', 'settled', 'unknown']) joining.join(id, at(0, 1));
    const [[id, centroid] = [], ...more] = joining.changed;
    expect([id, more]).toEqual(['small', []]);
    expect(centroid?.mass).toBeCloseTo(Math.SQRT2, 5);
    expect(centroid?.vector[0]).toBeCloseTo(Math.SQRT1_2, 5);
  });
});
