import { hashBlocks, type Hashes } from '../keys/keys.js';
import { longestAscent } from '../merge/longest-ascent.js';
import type { Block } from '../model.js';

/** What became of the blocks of a document. */
export interface PairedBlocks {
  /** For each block now, the place before of the block that it is; undefined for a new one. */
  origins: (number | undefined)[];
  /** The blocks now that have kept their order. */
  inOrder: ReadonlySet<number>;
  /** Whether a block now says the same as one before. */
  isSame: (now: number, before: number) => boolean;
}

/** Finds the blocks of a document again in its next state: by their keys, else by what they say. */
export function pairBlocks(before: readonly Block[], after: readonly Block[]): PairedBlocks {
  const [was, is] = [hashBlocks(before), hashBlocks(after)];
  const byKey = new Map(before.map(({ key }, at) => [key, at]));
  const taken = new Set<number>();
  const origins = after.map((block) => {
    const at = block.key === undefined ? undefined : byKey.get(block.key);
    if (at === undefined || taken.has(at) || before[at]?.type !== block.type) return undefined;
    taken.add(at);
    return at;
  });
  const free = new Map<string, number[]>();
  for (const [at, block] of before.entries()) {
    if (taken.has(at)) continue;
    const hash = hashOf(was, block);
    free.set(hash, [...(free.get(hash) ?? []), at]);
  }
  for (const [at, block] of after.entries()) origins[at] ??= free.get(hashOf(is, block))?.shift();
  const known = [...origins.entries()].flatMap(([at, origin]) => (origin === undefined ? [] : [{ at, origin }]));
  const kept = longestAscent(known.map(({ origin }) => origin));
  return {
    origins,
    inOrder: new Set(known.filter((_, index) => kept.has(index)).map(({ at }) => at)),
    isSame: (now, then) => hashOf(is, after[now] as Block) === hashOf(was, before[then] as Block),
  };
}

function hashOf(hashes: Hashes, block: Block): string {
  const [a, b] = hashes.get(block) as readonly [number, number];
  return `${a}.${b}`;
}
