import { describe, expect, it } from '@jest/globals';
import { nextAttempt, nextPoll } from '#kernel/domain/polling';

const NOW = new Date('2026-01-15T09:30:00Z');
const seconds = (time: Date): number => (time.getTime() - NOW.getTime()) / 1000;

describe('the pauses between polls of a remote', () => {
  it('double with every failure in a row, and are never longer than an hour', () => {
    const pauses = [1, 2, 3, 4].map((failures) => seconds(nextAttempt(NOW, failures, 1)));
    expect(pauses).toEqual([15, 30, 60, 120]);
    for (const failures of [9, 10, 100, 10_000]) expect(seconds(nextAttempt(NOW, failures, 1))).toBe(3600);
  });

  it('differ by chance, so that spaces of one remote do not come all at once', () => {
    expect(seconds(nextAttempt(NOW, 3, 0))).toBe(45);
    expect([seconds(nextPoll(NOW, 0)), seconds(nextPoll(NOW, 1))]).toEqual([240, 360]);
  });
});
