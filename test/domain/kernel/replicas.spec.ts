import { describe, expect, it } from '@jest/globals';
import { RecentChanges } from '#kernel/infrastructure/replicas/recent-changes';
import { WalPositions } from '#kernel/infrastructure/replicas/wal-positions';

describe('how far a replica is', () => {
  const positions = new WalPositions(4_000);
  for (const [moment, position] of [
    [1_000, 50],
    [1_200, 80],
    [1_400, 80],
    [1_600, 120],
  ] as const)
    positions.add({ moment, position });

  it.each([
    [49, -Infinity],
    [50, 1_000],
    [79, 1_000],
    [80, 1_400],
    [500, 1_600],
  ])('with %d bytes replayed is the latest moment at which the primary was no further: %d', (replayed, moment) => {
    expect(positions.momentOf(replayed)).toBe(moment);
  });

  it('is not known of moments that are long past', () => {
    const others = new WalPositions(1_000);
    for (const moment of [1_000, 1_900, 2_900]) others.add({ moment, position: moment });
    expect(others.momentOf(1_500)).toBe(-Infinity);
    expect(others.momentOf(2_000)).toBe(1_900);
  });
});

describe('recent changes', () => {
  it('are known by record, and of any', () => {
    const changes = new RecentChanges();
    const before = performance.now();
    expect(changes.since(before)).toBe(false);
    changes.note('one');
    const after = performance.now() + 1;
    expect(changes.since(before, 'other', 'one')).toBe(true);
    expect(changes.since(before, 'other')).toBe(false);
    expect(changes.since(before)).toBe(true);
    expect(changes.since(after, 'one')).toBe(false);
    expect(changes.since(after)).toBe(false);
  });

  it('of all records are those of each', () => {
    const changes = new RecentChanges();
    const before = performance.now();
    changes.note('');
    expect(changes.since(before, 'whichever')).toBe(true);
    expect(changes.since(performance.now() + 1, 'whichever')).toBe(false);
  });
});
