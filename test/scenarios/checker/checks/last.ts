import type { Entry } from '../history.js';

/** A request that sets a value. */
export interface Write<V> {
  value: V;
  start: number;
  end: number;
  /** Whether it certainly happened. */
  sure: boolean;
}

/** The possible final values: a write may be the last unless another began after it had ended. */
export function lastOf<V>(writes: readonly Write<V>[]): Set<V> {
  return new Set(possibleDuring(writes, { start: Infinity, end: Infinity }));
}

/**
 * The possible values during a request: of writes that had begun, those that no other write certainly replaced before.
 */
export function possibleDuring<V>(writes: readonly Write<V>[], { start, end }: { start: number; end: number }): V[] {
  const latest = Math.max(...writes.filter((write) => write.sure && write.end <= start).map((write) => write.start));
  return writes.filter((write) => write.start <= end && write.end >= latest).map(({ value }) => value);
}

export function writesOf<E extends Entry, V>(
  entries: readonly E[],
  valueOf: (intent: E['intent']) => V | undefined,
): Write<V>[] {
  return entries.flatMap(({ intent, start, end, outcome }) => {
    const value = valueOf(intent);
    return value === undefined ? [] : [{ value, start, end, sure: outcome === 'done' }];
  });
}
