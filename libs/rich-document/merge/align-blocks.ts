import { copyBlock, walkKeyed } from '../keys/keys.js';
import type { Block } from '../model.js';

/** A block in one version of a list, with the id that identifies it in the other versions. */
export interface Aligned {
  /** The same in all versions that hold the block. */
  id: string;
  block: Block;
  /** What it says: equal for blocks that differ in nothing but keys and computed anchors. */
  content: string;
}

/** Three versions of a list of blocks, each in its order. */
export interface ThreeLists {
  base: Aligned[];
  main: Aligned[];
  other: Aligned[];
}

/**
 * Finds the blocks of the base again in both sides: by their key, and those whose key is missing or was made anew by
 * what they say. What both sides brought in is one block only where it has one key, or says the same, in one place: a
 * divider put in twice is two.
 */
export function alignBlocks(base: readonly Block[], main: readonly Block[], other: readonly Block[]): ThreeLists {
  const origin = base.map((block, index) => ({ id: `base ${index}`, block, content: contentOf(block) }));
  const [ours, theirs] = [main.map(unknown), other.map(unknown)];
  for (const side of [ours, theirs]) matchAll(origin, side, () => '');
  const known = new Set(ours.map(({ id }) => id));
  const inBoth = new Set(theirs.flatMap(({ id }) => (id !== undefined && known.has(id) ? id : [])));
  const fresh = new Set(ours.filter(({ id }) => id === undefined));
  const places = new Map([...placesOf(ours, inBoth), ...placesOf(theirs, inBoth)]);
  const named = identified(ours, 'main');
  const placeOf = (entry: Found): string => places.get(entry) ?? '';
  matchAll(
    named.filter((entry) => fresh.has(entry)),
    theirs,
    placeOf,
  );
  return { base: origin, main: named, other: identified(theirs, 'other') };
}

/** The content of a block as text, without what is computed or only names it. */
export function contentOf(block: Block): string {
  const copy = copyBlock(block);
  walkKeyed([copy], (node) => {
    delete node.key;
    if ('meta' in node) delete node.meta;
  });
  return JSON.stringify(copy);
}

/** A block of a side whose identity is yet to be found. */
type Found = Omit<Aligned, 'id'> & { id?: string };

const unknown = (block: Block): Found => ({ block, content: contentOf(block) });

const identified = (side: readonly Found[], name: string): Aligned[] =>
  side.map((entry, index) => Object.assign(entry, { id: entry.id ?? `${name} ${index}` }));

/** For each block of a side, the last one before it that both sides know. */
function placesOf(side: readonly Found[], inBoth: ReadonlySet<string>): Map<Found, string> {
  const places = new Map<Found, string>();
  let last = '';
  for (const entry of side) {
    places.set(entry, last);
    if (entry.id !== undefined && inBoth.has(entry.id)) last = entry.id;
  }
  return places;
}

/** Gives blocks of a side the identity of those they are: by key first, then by content; only within one place. */
function matchAll(known: readonly Aligned[], side: readonly Found[], placeOf: (entry: Found) => string): void {
  const taken = new Set<string>();
  for (const nameOf of [({ block }: Found) => block.key, ({ content }: Found) => content]) {
    const free = new Map<string, string[]>();
    const match = (entry: Found): string | undefined => {
      const name = nameOf(entry);
      return name === undefined ? undefined : `${placeOf(entry)} ${name}`;
    };
    for (const entry of known) {
      const name = taken.has(entry.id) ? undefined : match(entry);
      if (name === undefined) continue;
      const same = free.get(name);
      if (same) same.push(entry.id);
      else free.set(name, [entry.id]);
    }
    for (const same of free.values()) same.reverse();
    for (const entry of side) {
      if (entry.id !== undefined) continue;
      const id = free.get(match(entry) ?? '')?.pop();
      if (id === undefined) continue;
      entry.id = id;
      taken.add(id);
    }
  }
}
