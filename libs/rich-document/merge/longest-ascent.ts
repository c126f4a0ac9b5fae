/** The places of a longest strictly ascending choice of numbers, found in O(n log n). */
export function longestAscent(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const previous = new Map<number, number>();
  for (const [at, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1;
      else high = middle;
    }
    const last = ends[low - 1];
    if (last !== undefined) previous.set(at, last);
    ends[low] = at;
  }
  const chosen = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) chosen.add(at);
  return chosen;
}
