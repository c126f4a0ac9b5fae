/** A unit of time in a rule of rotation: hours, days, weeks (from Monday), months or years, in UTC. */
export type RotationUnit = 'h' | 'd' | 'w' | 'm' | 'y';

/** Keeps the newest of each of the last `count` hours, days, … that have any. */
export interface RotationRule {
  count: number;
  unit: RotationUnit;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 1970-01-01 was a Thursday. */
const DAYS_BEFORE_MONDAY = 3;

const PERIODS: Readonly<Record<RotationUnit, (time: Date) => number>> = {
  h: (time) => Math.floor(time.getTime() / HOUR_MS),
  d: (time) => Math.floor(time.getTime() / DAY_MS),
  w: (time) => Math.floor((Math.floor(time.getTime() / DAY_MS) + DAYS_BEFORE_MONDAY) / 7),
  m: (time) => time.getUTCFullYear() * 12 + time.getUTCMonth(),
  y: (time) => time.getUTCFullYear(),
};

/**
 * Which of these no rule keeps, in any order. The newest is always kept, and without a rule all are. Periods without
 * any do not count: where nothing new is written, nothing is removed either.
 */
export function notKept<T extends { readonly time: Date }>(all: readonly T[], rules: readonly RotationRule[]): T[] {
  if (rules.length === 0) return [];
  const newestFirst = all.toSorted((a, b) => b.time.getTime() - a.time.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  for (const { count, unit } of rules) {
    const periods = new Set<number>();
    for (const each of newestFirst) {
      const period = PERIODS[unit](each.time);
      if (periods.has(period)) continue;
      if (periods.size === count) break;
      periods.add(period);
      kept.add(each);
    }
  }
  return newestFirst.filter((each) => !kept.has(each));
}
