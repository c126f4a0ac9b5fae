/** Items sorted in one step. */
const PIECE = 1_024;

/** Sorts as `sort` does, but yields between steps of about a millisecond. A short list is sorted in its place. */
export function* sortInSteps<T>(items: T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  if (items.length <= PIECE) return items.sort(compare);
  let pieces: T[][] = [];
  for (let at = 0; at < items.length; at += PIECE) {
    pieces.push(items.slice(at, at + PIECE).sort(compare));
    yield;
  }
  while (pieces.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < pieces.length; at += 2)
      merged.push(yield* merge(pieces[at] ?? [], pieces[at + 1] ?? [], compare));
    pieces = merged;
  }
  return pieces[0] ?? [];
}

function* merge<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    merged.push((compare(a[i] as T, b[j] as T) <= 0 ? a[i++] : b[j++]) as T);
    if (merged.length % PIECE === 0) yield;
  }
  for (const [rest, from] of [
    [a, i],
    [b, j],
  ] as const)
    for (let at = from; at < rest.length; at++) merged.push(rest[at] as T);
  return merged;
}
