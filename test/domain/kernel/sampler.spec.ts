import { describe, expect, it } from '@jest/globals';
import { Sampler } from '#kernel/infrastructure/telemetry/sampler';

/** A sampler with a clock that is moved by hand. */
function sampler(ratio: number, perSecond: number): { after: (ms: number, tries: number) => number } {
  let now = 5_000;
  const sampling = new Sampler({ ratio, perSecond }, () => now);
  return {
    after: (ms, tries) => {
      now += ms;
      return Array.from({ length: tries }, () => sampling.sample()).filter(Boolean).length;
    },
  };
}

describe('what decides which requests are traced', () => {
  it('takes a part by chance', () => {
    const taken = sampler(0.25, 10_000).after(0, 4_000);
    expect(taken).toBeGreaterThan(800);
    expect(taken).toBeLessThan(1_200);
    expect(sampler(0, 10_000).after(0, 4_000)).toBe(0);
    expect(sampler(1, 10_000).after(0, 4_000)).toBe(4_000);
  });

  it('takes no more than so many a second, however many there are', () => {
    const { after } = sampler(1, 10);
    expect(after(0, 1_000)).toBe(10);
    expect(after(99, 1_000)).toBe(0);
    expect(after(2, 1_000)).toBe(1);
    const each = Array.from({ length: 100 }, () => after(100, 1_000));
    expect(each.reduce((sum, taken) => sum + taken)).toBe(100);
  });

  it('makes up for one quiet second, not for an hour of them', () => {
    const { after } = sampler(1, 10);
    expect(after(3_600_000, 1_000)).toBe(10);
    expect(after(500, 1_000)).toBe(5);
  });

  it('counts only what is taken', () => {
    const { after } = sampler(1, 2);
    expect(after(0, 1)).toBe(1);
    expect(after(0, 5)).toBe(1);
    expect(after(1_000, 5)).toBe(2);
  });
});
