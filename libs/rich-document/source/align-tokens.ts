import { diffArrays } from 'diff';
import { longestAscent } from '../merge/longest-ascent.js';

/** Differences between two parts of texts, in words and marks, beyond which they count as different altogether. */
const MAX_EDITS = 2_000;

/**
 * For each word and mark of `a` the place of the same in `b`, ascending; -1 where it has none. Words that are once in
 * each are found first, so that the parts between them, which are compared one by one, are short.
 */
export function alignTokens(a: readonly string[], b: readonly string[]): number[] {
  const places = new Array<number>(a.length).fill(-1);
  let [from, other] = [0, 0];
  for (const [at, place] of [...anchorsOf(a, b), [a.length, b.length] as const]) {
    alignPart(a, b, { from, to: at, other, otherTo: place }, places);
    if (at < a.length) places[at] = place;
    [from, other] = [at + 1, place + 1];
  }
  return places;
}

function anchorsOf(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const [own, others] = [onceIn(a), onceIn(b)];
  const shared = [...own].flatMap(([text, at]) => {
    const place = others.get(text);
    return place === undefined ? [] : [[at, place] as const];
  });
  const kept = longestAscent(shared.map(([, place]) => place));
  return shared.filter((_, index) => kept.has(index));
}

/** The words that a text has once, in order, with their places. */
function onceIn(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of tokens) counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Map([...tokens.entries()].flatMap(([at, text]) => (counts.get(text) === 1 ? [[text, at] as const] : [])));
}

interface Part {
  from: number;
  to: number;
  other: number;
  otherTo: number;
}

function alignPart(a: readonly string[], b: readonly string[], part: Part, places: number[]): void {
  let { from, to, other, otherTo } = part;
  while (from < to && other < otherTo && a[from] === b[other]) places[from++] = other++;
  while (from < to && other < otherTo && a[to - 1] === b[otherTo - 1]) places[--to] = --otherTo;
  if (from === to || other === otherTo) return;
  const changes = diffArrays(a.slice(from, to), b.slice(other, otherTo), { maxEditLength: MAX_EDITS });
  for (const { count, added, removed } of changes ?? []) {
    if (removed) from += count;
    else if (added) other += count;
    else for (let index = 0; index < count; index++) places[from++] = other++;
  }
}
