import { describe, expect, it } from '@jest/globals';
import { Pace } from '../../../../src/integrations/events/infrastructure/pace.js';

describe('a pace', () => {
  it('lets a few begin at once, and those that follow one after the other', async () => {
    const pace = new Pace(100);
    const begin = performance.now();
    const begun: [number, number][] = [];
    const ask = async (number: number): Promise<void> => {
      await pace.wait();
      begun.push([number, performance.now() - begin]);
    };
    await Promise.all(Array.from({ length: 32 }, (_, number) => ask(number)));
    expect(begun.map(([number]) => number)).toEqual(Array.from({ length: 32 }, (_, number) => number));
    expect(begun[31]![1] - begun[10]![1]).toBeGreaterThan(100);
    expect(begun[31]![1]).toBeGreaterThan(190);
  });
});
