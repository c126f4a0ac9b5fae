import v8 from 'node:v8';
import vm from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { Slots } from '#kernel/application/slots';

describe('what is under way', () => {
  it('is there until it is removed, in any order', () => {
    const slots = new Slots<{ name: string }>();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ value: { name }, remove: () => undefined as void }));
    for (const each of [a, b, c]) if (each) each.remove = slots.add(each.value);
    expect([...slots].map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    b?.remove();
    expect([...slots].map(({ name }) => name)).toEqual(['a', 'c']);
    expect(slots.size).toBe(2);
    slots.add({ name: 'd' });
    expect([...slots].map(({ name }) => name)).toEqual(['a', 'd', 'c']);
  });

  it('is removed once, whatever has taken its place', () => {
    const slots = new Slots<{ name: string }>();
    const remove = slots.add({ name: 'a' });
    remove();
    slots.add({ name: 'b' });
    remove();
    expect([...slots]).toEqual([{ name: 'b' }]);
    expect(slots.size).toBe(1);
  });

  it('leaves nothing in the old generation once it has ended', () => {
    v8.setFlagsFromString('--expose-gc');
    const collect = vm.runInNewContext('gc') as () => void;
    const slots = new Slots<object>();
    const removals: (() => void)[] = [];
    const work = (): void => {
      for (let i = 0; i < 20_000; i++) {
        removals.push(slots.add({ held: Array.from({ length: 100 }, (_, at) => ({ at })) }));
        if (removals.length > 8) removals.shift()?.();
      }
    };
    const oldBytes = (): number =>
      v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0;
    work();
    collect();
    const before = oldBytes();
    work();
    expect(oldBytes() - before).toBeLessThan(10_000_000);
  });
});
