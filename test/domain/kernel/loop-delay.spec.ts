import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { LoopDelay } from '#kernel/infrastructure/measurements/loop-delay';

describe('how late a process is', () => {
  const block = (ms: number): void => {
    for (const end = performance.now() + ms; performance.now() < end;);
  };

  it('is nearly nothing while it waits, and nothing before it was looked at', async () => {
    const delay = new LoopDelay();
    expect(delay.latestHundredth()).toBe(0);
    const seen: number[] = [];
    // The machine may be busy with something else for a while.
    while (seen.length < 20 && !seen.some((seconds) => seconds < 0.02)) {
      await sleep(300);
      seen.push(delay.latestHundredth());
    }
    expect(Math.min(...seen)).toBeLessThan(0.02);
  });

  it('is what kept it from anything else, until it was read', async () => {
    const delay = new LoopDelay();
    await sleep(120);
    block(600);
    await sleep(120);
    expect(delay.latestHundredth()).toBeGreaterThan(0.4);
    const after: number[] = [];
    while (after.length < 20 && !after.some((seconds) => seconds < 0.2)) {
      await sleep(300);
      after.push(delay.latestHundredth());
    }
    expect(Math.min(...after)).toBeLessThan(0.2);
  });
});
