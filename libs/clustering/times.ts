/** More copies of a thing count no more: one mail that is sent by thousands does not decide how all others are grouped. */
const MOST_TIMES = 20;

/** How often each of so many things is among places, as far as it counts; -1 is none of them. */
export function timesOf(places: Int32Array, count: number): Int32Array {
  const times = new Int32Array(count);
  for (const place of places) if (place >= 0) times[place] = Math.min(times[place]! + 1, MOST_TIMES);
  return times;
}

/** How much a thing that is there so many times is a group by itself: 0 for one that is there once, nearly 1 for many. */
export const repetition = (times: number): number => 1 - 1 / times;
