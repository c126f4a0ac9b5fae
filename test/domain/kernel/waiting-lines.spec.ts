import { describe, expect, it } from '@jest/globals';
import { WaitingLines } from '#kernel/infrastructure/telemetry/waiting-lines';

/** A third of what may wait: each unit counts for three bytes. */
const MOST_UNITS = 43_690;

describe('lines that wait', () => {
  it('come back in their order, each as it was, with letters of all alphabets and without its end', () => {
    const waiting = new WaitingLines();
    const lines = ['{"a":1}', '{"b":"žluťoučký 漢字 🦜"}', '{"c":"\\n"}'];
    for (const line of lines) expect(waiting.add(`${line}\n`)).toBe(true);
    expect(waiting.add('{"without":"end"}')).toBe(true);
    expect(waiting.count).toBe(4);
    expect(waiting.takeAll()).toEqual([...lines, '{"without":"end"}']);
  });

  it('do not wait after they were taken', () => {
    const waiting = new WaitingLines();
    waiting.add('{"a":"a longer one"}\n');
    waiting.takeAll();
    expect(waiting.count).toBe(0);
    waiting.add('{"b":2}\n');
    expect(waiting.takeAll()).toEqual(['{"b":2}']);
    expect(waiting.takeAll()).toEqual([]);
  });

  it('are whole: one for which there is no room is refused, and those that wait stay', () => {
    const waiting = new WaitingLines();
    expect(waiting.add('漢'.repeat(MOST_UNITS + 1))).toBe(false);
    const long = '漢'.repeat(MOST_UNITS);
    expect(waiting.add(long)).toBe(true);
    expect(waiting.add('{"c":3}\n')).toBe(false);
    expect(waiting.takeAll()).toEqual([long]);
    expect(waiting.add('{"c":3}\n')).toBe(true);
  });
});
