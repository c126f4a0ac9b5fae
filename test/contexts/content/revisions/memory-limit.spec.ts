import { describe, expect, it } from '@jest/globals';
import { MemoryLimit } from '../../../../src/content/revisions/infrastructure/blobs/memory-limit.js';

describe('a limit of memory', () => {
  /** Work of so many bytes, which ends when it is asked to. */
  function works(limit: MemoryLimit) {
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const start = (bytes: number): Promise<void> =>
      limit.hold(bytes, () => {
        begun.push(bytes);
        return new Promise<void>((end) => ends.push(end));
      });
    const endOne = async (): Promise<void> => {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { begun, start, endOne };
  }

  it('lets work begin while its bytes are free, and the rest in order', async () => {
    const { begun, start, endOne } = works(new MemoryLimit(10));
    const all = [4, 6, 5, 1].map(start);
    expect(begun).toEqual([4, 6]);
    await endOne();
    // The small one does not overtake.
    expect(begun).toEqual([4, 6]);
    await endOne();
    expect(begun).toEqual([4, 6, 5, 1]);
    await endOne();
    await endOne();
    await Promise.all(all);
  });

  it('lets work that needs more than all of it begin alone', async () => {
    const { begun, start, endOne } = works(new MemoryLimit(10));
    const all = [1, 50, 1].map(start);
    expect(begun).toEqual([1]);
    await endOne();
    expect(begun).toEqual([1, 50]);
    await endOne();
    expect(begun).toEqual([1, 50, 1]);
    await endOne();
    await Promise.all(all);
  });

  it('gives the bytes of work that failed to others', async () => {
    const limit = new MemoryLimit(10);
    await expect(limit.hold(10, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await limit.hold(10, () => Promise.resolve('begun'))).toBe('begun');
  });
});
