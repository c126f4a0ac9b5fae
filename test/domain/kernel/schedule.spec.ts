import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseCronItem } from 'graphile-worker';
import { Schedule } from '#kernel/domain/schedule';

const at = (text: string): Date => new Date(`${text}Z`);
const before = (pattern: string, moment: string, count = 2): string[] =>
  (Schedule.parse(pattern)?.before(at(moment), count) ?? []).map((time) => time.toISOString().slice(0, 16));

const field = (min: number, max: number): fc.Arbitrary<string> => {
  const number = fc.integer({ min, max });
  const range = fc.tuple(number, number).map(([a, b]) => (a === b ? `${a}` : `${Math.min(a, b)}-${Math.max(a, b)}`));
  const step = fc.integer({ min: 1, max }).map((by) => `*/${by}`);
  return fc
    .array(fc.oneof(number.map(String), range, fc.constant('*'), step), { minLength: 1, maxLength: 3 })
    .map(String);
};
const patterns = fc
  .tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 6))
  .map((fields) => fields.join(' '));

describe('a schedule', () => {
  it('knows when it came last', () => {
    expect(before('0 2 * * *', '2026-01-31T01:59')).toEqual(['2026-01-30T02:00', '2026-01-29T02:00']);
    expect(before('0 2 * * *', '2026-01-31T02:00')).toEqual(['2026-01-31T02:00', '2026-01-30T02:00']);
    expect(before('*/20 * * * *', '2026-01-01T00:15')).toEqual(['2026-01-01T00:00', '2025-12-31T23:40']);
    expect(before('30 4 * * 1-5', '2026-02-02T04:00')).toEqual(['2026-01-30T04:30', '2026-01-29T04:30']);
    expect(before('0 0 29 2 *', '2026-01-31T00:00', 1)).toEqual(['2024-02-29T00:00']);
  });

  it('is missed once it has come twice since the last success, and not before', () => {
    const nightly = Schedule.parse('0 2 * * *');
    expect(nightly?.isMissed(at('2026-01-29T02:00'), at('2026-01-31T01:59'))).toBe(false);
    expect(nightly?.isMissed(at('2026-01-29T02:00'), at('2026-01-31T02:00'))).toBe(true);
    const weekdays = Schedule.parse('0 2 * * 1-5');
    expect(weekdays?.isMissed(at('2026-01-30T02:01'), at('2026-02-02T12:00'))).toBe(false);
  });

  it.each([
    '',
    '0 2 * *',
    '60 2 * * *',
    '0 24 * * *',
    '0 0 0 * *',
    '0 0 31 2 *',
    '5-5 * * * *',
    '*/0 * * * *',
    'a b c d e',
  ])('is not of the form "%s"', (pattern) => expect(Schedule.parse(pattern)).toBeUndefined());

  it('comes exactly when the queue runs jobs of the same pattern', () => {
    fc.assert(
      fc.property(patterns, fc.integer({ min: 0, max: 600_000 }), (pattern, minutes) => {
        const moment = new Date(Date.UTC(2025, 6, 1) + minutes * 60_000);
        const { match } = parseCronItem({ task: 'any', match: pattern });
        const digest = {
          min: moment.getUTCMinutes(),
          hour: moment.getUTCHours(),
          date: moment.getUTCDate(),
          month: moment.getUTCMonth() + 1,
          dow: moment.getUTCDay(),
        };
        const [last] = Schedule.parse(pattern)?.before(moment, 1) ?? [];
        expect(last?.getTime() === moment.getTime()).toBe(match(digest));
      }),
    );
  });
});
