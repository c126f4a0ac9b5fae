import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { inWorker } from '#kernel/infrastructure/jobs/in-worker';
import { WorkerThreads } from '#kernel/infrastructure/jobs/worker-threads';

const WORKER = fileURLToPath(new URL('../../fixtures/hostile-worker.mjs', import.meta.url));
const PATIENT = { caller: 'a', deadlineMs: 60_000 };

describe('threads', () => {
  const threads = new WorkerThreads(WORKER, { size: 2, memoryMb: 64 });
  afterAll(() => threads.close());

  it.each([
    ['loop', 'time', 2_000],
    ['fill', 'memory', 60_000],
    ['exit', 'end', 60_000],
  ])(
    'end a task that does %s, with its reason, and no other task, waiting or running',
    async (name, reason, deadlineMs) => {
      const hostile = [1, 2, 3].map(() => threads.run(name, [], { caller: 'b', deadlineMs }));
      const others = [1, 2, 3, 4].map((value) => threads.run('answer', [value], PATIENT));
      const ends = await Promise.allSettled(hostile);
      expect(ends).toMatchObject(Array(3).fill({ status: 'rejected', reason: { name: 'TaskFailed', reason } }));
      expect(await Promise.all(others)).toEqual([1, 2, 3, 4]);
    },
    120_000,
  );

  it('return the result of a task, including values that JSON lacks', async () => {
    const made = { text: 'x', none: undefined, date: new Date(0), map: new Map([[1, 2]]) };
    expect(await threads.run('answer', [made], PATIENT)).toEqual(made);
  });

  it('in the background go after others, and only they do', async () => {
    const background = new WorkerThreads(WORKER, { size: 1, memoryMb: 64, background: true });
    try {
      const own = getPriority();
      // Elsewhere threads have no priority of their own.
      const lower = process.platform === 'linux' ? 1 : 0;
      expect(await background.run('nice', [], PATIENT)).toBeGreaterThanOrEqual(own + lower);
      expect(await threads.run('nice', [], PATIENT)).toBe(own);
      expect(getPriority()).toBe(own);
    } finally {
      await background.close();
    }
  });
});

describe('what runs in a thread', () => {
  const run = inWorker(
    {
      repeat: (text: string, times: number) => Array<string>(times).fill(text),
      fail: () => {
        throw new TypeError('no');
      },
    },
    { maxBytes: 1_000, refusal: (error) => (error instanceof RangeError ? error.message : undefined) },
  );

  it('answers no more than it may', async () => {
    expect(await run({ name: 'repeat', args: ['x', 10] })).toHaveProperty('done');
    expect(await run({ name: 'repeat', args: ['x'.repeat(100), 50] })).toEqual({
      refused: 'It comes to more than 1000 bytes',
    });
  });

  it('throws errors that are no refusals', async () => {
    await expect(run({ name: 'fail', args: [] })).rejects.toThrow('no');
  });
});
