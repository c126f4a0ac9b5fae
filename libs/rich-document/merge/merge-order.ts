import { longestAscent } from './longest-ascent.js';

/** Ids that both sides inserted at one place, in undecided order. */
export interface OrderClash {
  /** The id before them; null at the front. */
  after: string | null;
  main: string[];
  /** Not in the merged order. */
  other: string[];
}

export interface MergedOrder {
  ids: string[];
  clashes: OrderClash[];
  /** Ids that both sides moved, to different places. They are where main moved them. */
  movedByBoth: string[];
}

const FRONT = null;
type Gaps = Map<string | null, string[]>;

/**
 * Merges three orders. Every id occurs once in its list; every id of the base is in both others. An id that one side
 * moved or inserted follows the last id before it that no side moved. If both sides inserted at one place, main's come
 * first, and other's new ones are left out as a conflict. Takes O(n log n).
 */
export function mergeOrder(base: readonly string[], main: readonly string[], other: readonly string[]): MergedOrder {
  const inBase = new Set(base);
  const movedByMain = moved(base, main);
  const movedByOther = moved(base, other);
  const isStable = (id: string): boolean => inBase.has(id) && !movedByMain.has(id) && !movedByOther.has(id);
  const inMain = new Set(main);
  const mains = gaps(main, isStable, (id) => !inBase.has(id) || movedByMain.has(id));
  const others = gaps(other, isStable, (id) => (inBase.has(id) ? !movedByMain.has(id) : !inMain.has(id)));
  const everyOther = gaps(other, isStable, () => true);
  const [placesInMain, placesInOther] = [placesOf(mains), placesOf(everyOther)];
  const merged: MergedOrder = {
    ids: [],
    clashes: [],
    movedByBoth: [...movedByMain].filter(
      (id) => movedByOther.has(id) && placesInMain.get(id) !== placesInOther.get(id),
    ),
  };
  for (const anchor of [FRONT, ...base.filter(isStable)]) {
    if (anchor !== FRONT) merged.ids.push(anchor);
    fill(anchor, mains.get(anchor) ?? [], others.get(anchor) ?? [], everyOther.get(anchor) ?? [], inBase, merged);
  }
  return merged;
}

/** Adds the ids after one anchor to the merged order. */
function fill(
  anchor: string | null,
  main: string[],
  other: string[],
  everyOther: string[],
  inBase: ReadonlySet<string>,
  merged: MergedOrder,
): void {
  const brought = other.filter((id) => !inBase.has(id));
  if (isWithin(main, everyOther)) {
    // Other has all that main has here, in the same order, and puts its own between.
    const here = new Set([...main, ...other]);
    merged.ids.push(...everyOther.filter((id) => here.has(id)));
    return;
  }
  merged.ids.push(...main);
  const mainsOwn = main.filter((id) => !inBase.has(id));
  if (brought.length > 0 && mainsOwn.length > 0) {
    merged.clashes.push({ after: anchor, main: mainsOwn, other: brought });
    merged.ids.push(...other.filter((id) => inBase.has(id)));
  } else {
    merged.ids.push(...other);
  }
}

/** The ids of `base` that a side put elsewhere: the fewest without which the rest is in its old order. */
function moved(base: readonly string[], side: readonly string[]): Set<string> {
  const places = new Map(side.map((id, index) => [id, index]));
  const stayed = longestAscent(base.map((id) => places.get(id) as number));
  return new Set(base.filter((_, index) => !stayed.has(index)));
}

/** The wanted ids by the unmoved id that they follow. */
function gaps(side: readonly string[], isStable: (id: string) => boolean, wanted: (id: string) => boolean): Gaps {
  const found: Gaps = new Map();
  let anchor: string | null = FRONT;
  for (const id of side) {
    if (isStable(id)) anchor = id;
    else if (wanted(id)) {
      const gap = found.get(anchor);
      if (gap) gap.push(id);
      else found.set(anchor, [id]);
    }
  }
  return found;
}

/** Whether a list is another one with some left out. */
function isWithin(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const id of whole) if (part[at] === id) at++;
  return at === part.length;
}

/** The id that each one follows, leaving out those that moved or are new. */
function placesOf(gaps: Gaps): Map<string, string | null> {
  const places = new Map<string, string | null>();
  for (const [anchor, ids] of gaps) for (const id of ids) places.set(id, anchor);
  return places;
}
