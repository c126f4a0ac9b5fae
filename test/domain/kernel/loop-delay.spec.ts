import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { LoopDelay } from '#kernel/infrastructure/measurements/loop-delay';

describe('how late a process is', () => {
  const block = (ms: number): void => {
    for (const end = performance.now() + ms; performance.now() < end;);
  };

  /** The least of some readings: the machine may be busy with something else for a while. */
  const leastOf = async (delay: LoopDelay, enough: number): Promise<number> => {
    const seen: number[] = [];
    while (seen.length < 20 && !seen.some((seconds) => seconds < enough)) {
      await sleep(300);
      seen.push(delay.latestHundredth());
    }
    return Math.min(...seen);
  };

  it('is nearly nothing while it waits', async () => {
    expect(await leastOf(new LoopDelay(), 0.02)).toBeLessThan(0.02);
  });

  it('is what kept it from anything else, until it was read', async () => {
    const delay = new LoopDelay();
    await sleep(120);
    block(600);
    await sleep(120);
    expect(delay.latestHundredth()).toBeGreaterThan(0.4);
    expect(await leastOf(delay, 0.2)).toBeLessThan(0.2);
  });
});
