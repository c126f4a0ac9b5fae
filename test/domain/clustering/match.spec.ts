import { describe, expect, it } from '@jest/globals';
import { matchClusters } from '#clustering';

/** Issue -> cluster or group, from `a×3` and so on: the issues are numbered through. */
const of = <Value>(...runs: [value: Value, issues: number][]): Map<string, Value> =>
  new Map(runs.flatMap(([value, issues]) => Array.from({ length: issues }, () => value)).map((v, at) => [`${at}`, v]));

describe('ids of clusters when issues are grouped anew', () => {
  it('stay where the groups are the same', () => {
    const { ids, changes } = matchClusters(of(['a', 3], ['b', 2]), of([1, 3], [0, 2]));
    expect(ids).toEqual(
      new Map([
        [1, 'a'],
        [0, 'b'],
      ]),
    );
    expect(changes).toEqual([]);
  });

  it('stay with the larger part of a cluster that splits', () => {
    const { ids, changes } = matchClusters(of(['a', 10]), of([0, 4], [1, 6]));
    expect(ids).toEqual(new Map([[1, 'a']]));
    expect(changes).toEqual([
      { kind: 'new', group: 0, issues: 4 },
      {
        kind: 'split',
        cluster: 'a',
        parts: [
          { group: 1, issues: 6 },
          { group: 0, issues: 4 },
        ],
      },
    ]);
  });

  it('stay with the larger of clusters that merge', () => {
    const { ids, changes } = matchClusters(of(['a', 3], ['b', 5]), of([0, 8]));
    expect(ids).toEqual(new Map([[0, 'b']]));
    expect(changes).toEqual([
      {
        kind: 'merged',
        group: 0,
        parts: [
          { cluster: 'b', issues: 5 },
          { cluster: 'a', issues: 3 },
        ],
      },
    ]);
  });

  it('are not passed on to a group that has one stray issue of a cluster', () => {
    // Of b's ten issues nine went to the group of a, and one to a group of twenty new ones.
    const after = new Map([...of([0, 29]), ...Array.from({ length: 21 }, (_, at) => [`${29 + at}`, 1] as const)]);
    const { ids, changes } = matchClusters(of(['a', 20], ['b', 10]), after);
    expect(ids).toEqual(new Map([[0, 'a']]));
    expect(changes.map(({ kind }) => kind)).toEqual(['new', 'merged']);
  });

  it('end with clusters whose issues are gone, and do not go to texts without a group', () => {
    const { ids, changes } = matchClusters(of(['a', 3], ['b', 1]), new Map([['3', -1]]));
    expect(ids.size).toBe(0);
    expect(changes).toEqual([
      { kind: 'gone', cluster: 'a', issues: 3 },
      { kind: 'gone', cluster: 'b', issues: 1 },
    ]);
  });

  it('are given to one group each, whatever the overlaps', () => {
    const before = of(['a', 40], ['b', 40], ['c', 40]);
    for (let groups = 1; groups < 30; groups++) {
      const after = new Map(Array.from(before.keys(), (issue) => [issue, (Number(issue) * 7) % groups]));
      const given = Array.from(matchClusters(before, after).ids.values());
      expect(new Set(given).size).toBe(given.length);
    }
  });
});
