import { describe, expect, it } from '@jest/globals';
import { clockFinding } from '../../../src/cli/checks/clock.js';

describe('the clock of a machine', () => {
  it.each([
    [0, 2],
    [-1_000, 0],
    // The answer took so long that the clocks may agree.
    [3_000, 4_000],
  ])('is well when the database is %d ms ahead and took %d ms', (ahead, took) => {
    expect(clockFinding(ahead, took).state).toBe('ok');
  });

  it.each([
    [90_000, /90 s behind the database/],
    [-86_400_000, /86400 s ahead of the database/],
  ])('is warned of when the database is %d ms ahead', (ahead, message) => {
    expect(clockFinding(ahead, 5)).toMatchObject({
      state: 'warn',
      subject: 'clock',
      message: expect.stringMatching(message),
    });
  });
});
