import { describe, expect, it } from '@jest/globals';
import { FairQueue, QueueFull } from '#kernel/infrastructure/processes/fair-queue';

/** Work that ends on a call of `end`. */
function held(): { work: () => Promise<void>; end: () => void } {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

describe('a queue of several callers', () => {
  it('serves them in round robin, however much one of them has waiting', async () => {
    const queue = new FairQueue(1, 100);
    const first = held();
    const order: string[] = [];
    const all = [queue.run('a', first.work)];
    const add = (caller: string, name: string): void => {
      all.push(
        queue.run(caller, () => {
          order.push(name);
          return Promise.resolve();
        }),
      );
    };
    for (const name of ['a1', 'a2', 'a3']) add('a', name);
    add('b', 'b1');
    add('c', 'c1');
    first.end();
    await Promise.all(all);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('refuses too much work of one caller, and none of another', async () => {
    const queue = new FairQueue(1, 2);
    const first = held();
    const kept = [queue.run('a', first.work), queue.run('a', first.work), queue.run('a', first.work)];
    await expect(queue.run('a', first.work)).rejects.toThrow(QueueFull);
    kept.push(queue.run('b', first.work));
    first.end();
    await expect(Promise.all(kept)).resolves.toHaveLength(4);
  });

  it('refuses too much work of all callers together, and accepts more when the queue has space again', async () => {
    const queue = new FairQueue(1, 10, 3);
    const first = held();
    const kept = ['a', 'b', 'c', 'd'].map((caller) => queue.run(caller, first.work));
    await expect(queue.run('e', first.work)).rejects.toThrow(QueueFull);
    first.end();
    await Promise.all(kept);
    await expect(
      Promise.all(['a', 'b', 'c', 'd'].map((caller) => queue.run(caller, first.work))),
    ).resolves.toHaveLength(4);
  });

  it('goes on after work that failed, with as much at a time as before', async () => {
    const queue = new FairQueue(2, 10);
    const failing = [1, 2, 3].map(() => queue.run('a', () => Promise.reject(new Error('no'))));
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    const [one, two] = [held(), held()];
    let third = false;
    const running = [queue.run('a', one.work), queue.run('b', two.work)];
    const waiting = queue.run('c', () => {
      third = true;
      return Promise.resolve();
    });
    await Promise.resolve();
    expect(third).toBe(false);
    one.end();
    await waiting;
    two.end();
    await Promise.all(running);
  });
});
