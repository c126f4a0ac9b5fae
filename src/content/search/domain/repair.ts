/** Words shorter than this are not repaired: too many others are one letter away. */
export const SHORTEST_REPAIRED = 4;

/** Where to look for the words one letter away from a word: one error leaves its head or its tail whole. */
export interface RepairRange {
  word: string;
  head: string;
  /** Reversed, as the index over reversed words wants it. */
  liat: string;
  shortest: number;
  longest: number;
}

/**
 * The ranges of a word's head and tail. Together they are one letter shorter than the word, so that two letters
 * swapped in the middle leave one of them whole too.
 */
export function repairRange(word: string, prefix: boolean): RepairRange {
  const letters = [...word];
  const half = Math.floor((letters.length - 1) / 2);
  return {
    word,
    head: letters.slice(0, half).join(''),
    liat: letters
      .slice(half + 1)
      .reverse()
      .join(''),
    shortest: letters.length - 1,
    longest: prefix ? letters.length + 12 : letters.length + 1,
  };
}

/** Whether one letter added, left out, changed or swapped with its neighbour makes the one word the other. */
export function oneLetterApart(one: string, other: string): boolean {
  const a = [...one];
  const b = [...other];
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let enda = a.length;
  let endb = b.length;
  while (enda > start && endb > start && a[enda - 1] === b[endb - 1]) {
    enda--;
    endb--;
  }
  const lefta = enda - start;
  const leftb = endb - start;
  if (lefta <= 1 && leftb <= 1) return true;
  return lefta === 2 && leftb === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}

/** The same for a word still being typed: whether the other one begins with something one letter apart from it. */
export function beginsOneLetterApart(typed: string, word: string): boolean {
  const length = [...typed].length;
  const letters = [...word];
  return [length - 1, length, length + 1].some((size) => oneLetterApart(typed, letters.slice(0, size).join('')));
}
