import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { notKept, type RotationRule, type RotationUnit } from '#kernel/domain/rotation';

const HOUR = 3_600_000;
const times = fc.array(
  fc.integer({ min: Date.UTC(2024, 0, 1) / HOUR, max: Date.UTC(2026, 11, 31) / HOUR }).map((hour) => ({
    time: new Date(hour * HOUR),
  })),
  { maxLength: 80 },
);
const rules = fc.array(
  fc.record({ count: fc.integer({ min: 1, max: 12 }), unit: fc.constantFrom<RotationUnit>('h', 'd', 'w', 'm', 'y') }),
  { minLength: 1, maxLength: 4 },
);

/** A name of the period that a moment is in, found otherwise than by the code. */
function periodOf(time: Date, unit: RotationUnit): string {
  const iso = time.toISOString();
  if (unit === 'w') {
    const monday = new Date(time);
    monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
    return monday.toISOString().slice(0, 10);
  }
  return iso.slice(0, { h: 13, d: 10, m: 7, y: 4 }[unit]);
}

function keptOf(all: { time: Date }[], by: RotationRule[]): { time: Date }[] {
  const removed = new Set(notKept(all, by));
  return all.filter((each) => !removed.has(each));
}

describe('the rotation of backups', () => {
  it('keeps the newest of each day, week and month that a rule counts', () => {
    const days = ['2026-01-31T02', '2026-01-30T14', '2026-01-30T02', '2026-01-29T02', '2026-01-20T02', '2025-12-31T02'];
    const all = days.map((day) => ({ time: new Date(`${day}:00:00Z`) }));
    const removed = notKept(all, [
      { count: 2, unit: 'd' },
      { count: 2, unit: 'm' },
    ]);
    expect(removed.map(({ time }) => time.toISOString().slice(0, 13))).toEqual([
      '2026-01-30T02',
      '2026-01-29T02',
      '2026-01-20T02',
    ]);
  });

  it('never removes the newest, whatever the rules', () => {
    fc.assert(
      fc.property(times, rules, (all, by) => {
        const newest = Math.max(...all.map(({ time }) => time.getTime()));
        expect(all.length === 0 || keptOf(all, by).some(({ time }) => time.getTime() === newest)).toBe(true);
      }),
    );
  });

  it('keeps one of as many periods as each rule says, the latest that have any, and its newest', () => {
    fc.assert(
      fc.property(times, rules, (all, by) => {
        const kept = keptOf(all, by).map(({ time }) => time.getTime());
        for (const { count, unit } of by) {
          const newest = new Map<string, number>();
          for (const { time } of all) {
            const period = periodOf(time, unit);
            newest.set(period, Math.max(newest.get(period) ?? 0, time.getTime()));
          }
          const promised = [...newest].sort().reverse().slice(0, count);
          for (const [, time] of promised) expect(kept).toContain(time);
        }
      }),
    );
  });

  it('keeps no more than the rules promise, and is done once it was done', () => {
    fc.assert(
      fc.property(times, rules, (all, by) => {
        const kept = keptOf(all, by);
        expect(kept.length).toBeLessThanOrEqual(by.reduce((sum, { count }) => sum + count, 0));
        expect(notKept(kept, by)).toEqual([]);
      }),
    );
  });

  it('removes nothing without a rule', () => {
    fc.assert(fc.property(times, (all) => expect(notKept(all, [])).toEqual([])));
  });
});
