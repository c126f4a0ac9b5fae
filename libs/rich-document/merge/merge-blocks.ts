import type { Block } from '../model.js';
import { alignBlocks, type Aligned, type ThreeLists } from './align-blocks.js';
import { mergeOrder, type MergedOrder } from './merge-order.js';

/**
 * Blocks of one list that both sides changed. A list without blocks: there they are deleted, or not there yet. Where
 * main's and other's are equal, both sides moved the block, to different places.
 */
export interface BlockConflict {
  /** Keys of these blocks in any of the versions. */
  keys: string[];
  /** The key of the block they follow in the merged list; null at the front. */
  after: string | null;
  base: Block[];
  /** These blocks in the merged list. */
  main: Block[];
  other: Block[];
  /** Both sides' words in one, where they do not clash. */
  proposal?: Block[];
}

/** Suggests one block for three versions of it; undefined where their words clash. */
export type Propose = (base: Block, main: Block, other: Block) => Block | undefined;

interface Merging extends MergedOrder {
  versions: ThreeLists;
  base: ReadonlyMap<string, Aligned>;
  main: ReadonlyMap<string, Aligned>;
  other: ReadonlyMap<string, Aligned>;
}

/** Merges three versions of one list of blocks. If both sides changed a block, the result has main's. */
export function mergeBlocks(
  base: readonly Block[],
  main: readonly Block[],
  other: readonly Block[],
  propose: Propose,
): { nodes: Block[]; conflicts: BlockConflict[] } {
  const versions = alignBlocks(base, main, other);
  const of = (side: readonly Aligned[]): ReadonlyMap<string, Aligned> =>
    new Map(side.map((entry) => [entry.id, entry]));
  const known = { base: of(versions.base), main: of(versions.main), other: of(versions.other) };
  const stays = (id: string): boolean => known.main.has(id) && known.other.has(id);
  const idsOf = (side: readonly Aligned[], keep: (id: string) => boolean): string[] =>
    side.map(({ id }) => id).filter(keep);
  const order = mergeOrder(
    idsOf(versions.base, stays),
    idsOf(versions.main, (id) => !isDeleted(id, known.base, known.main, known.other)),
    idsOf(versions.other, (id) => !known.base.has(id) || known.main.has(id)),
  );
  const merging: Merging = { ...order, versions, ...known };
  const nodes = order.ids.map((id) => mergedBlock(id, merging));
  return { nodes, conflicts: conflictsOf(merging, propose) };
}

/** Whether a block was deleted by the second side while the first left it as it was. */
function isDeleted(
  id: string,
  base: ReadonlyMap<string, Aligned>,
  kept: ReadonlyMap<string, Aligned>,
  deleted: ReadonlyMap<string, Aligned>,
): boolean {
  const before = base.get(id);
  return before !== undefined && !deleted.has(id) && kept.get(id)?.content === before.content;
}

function mergedBlock(id: string, { base, main, other }: Merging): Block {
  const [before, ours, theirs] = [base.get(id), main.get(id), other.get(id)];
  if (ours === undefined) return (theirs as Aligned).block;
  if (theirs === undefined || before === undefined) return ours.block;
  return ours.content === before.content && theirs.content !== before.content ? withKeyOf(ours, theirs) : ours.block;
}

/** Other's block under the key that main knows it by. */
function withKeyOf({ block: { key } }: Aligned, { block }: Aligned): Block {
  return key === undefined || key === block.key ? block : { ...block, key };
}

function conflictsOf(merging: Merging, propose: Propose): BlockConflict[] {
  const { versions, base, main, other } = merging;
  const conflicts: { id: string; conflict: BlockConflict }[] = [];
  const told = new Set(merging.clashes.flatMap((clash) => clash.main));
  const add = (id: string, lists: Pick<BlockConflict, 'base' | 'main' | 'other'>, proposal?: Block[]): void => {
    const keys = [...lists.main, ...lists.base, ...lists.other].flatMap(({ key }) => key ?? []);
    const conflict: BlockConflict = { keys: [...new Set(keys)], after: null, ...lists };
    if (proposal) conflict.proposal = proposal;
    told.add(id);
    conflicts.push({ id, conflict });
  };
  for (const { id, block: before, content } of versions.base) {
    const [ours, theirs] = [main.get(id), other.get(id)];
    const changedBoth = ours?.content !== content && theirs?.content !== content && ours?.content !== theirs?.content;
    if (!changedBoth || told.has(id)) continue;
    const proposal = ours && theirs && propose(before, ours.block, theirs.block);
    const lists = { base: [before], main: ours ? [ours.block] : [], other: theirs ? [theirs.block] : [] };
    add(id, lists, proposal && [proposal]);
  }
  for (const { id, block, content } of versions.main) {
    const theirs = base.has(id) ? undefined : other.get(id);
    if (theirs !== undefined && theirs.content !== content) add(id, { base: [], main: [block], other: [theirs.block] });
  }
  const blocksOf = (ids: readonly string[], side: ReadonlyMap<string, Aligned>): Block[] =>
    ids.flatMap((id) => side.get(id)?.block ?? []);
  for (const id of merging.movedByBoth) {
    if (told.has(id)) continue;
    // Only the places clash: whichever side is taken, the block says what both made of it.
    const block = mergedBlock(id, merging);
    add(id, { base: blocksOf([id], base), main: [block], other: [block] });
  }
  for (const { after, main: ours, other: theirs } of merging.clashes) {
    const lists = {
      base: [...blocksOf(ours, base), ...replaced(after, merging)],
      main: blocksOf(ours, main),
      other: blocksOf(theirs, other),
    };
    add(ours[0] as string, lists, [...lists.main, ...lists.other]);
  }
  placeConflicts(conflicts, merging);
  return conflicts.map(({ conflict }) => conflict);
}

/** The blocks after `after` that both sides deleted: what they put there may have come in their stead. */
function replaced(after: string | null, { versions, main, other }: Merging): Block[] {
  const start = after === null ? 0 : versions.base.findIndex(({ id }) => id === after) + 1;
  const blocks: Block[] = [];
  for (const { id, block } of versions.base.slice(start)) {
    if (main.has(id) || other.has(id)) break;
    blocks.push(block);
  }
  return blocks;
}

/** Notes for each conflict the block it follows; where main deleted its blocks, as they stood in other's version. */
function placeConflicts(conflicts: readonly { id: string; conflict: BlockConflict }[], merging: Merging): void {
  const places = new Map(merging.ids.map((id, index) => [id, index]));
  const before = new Map<string, string | undefined>();
  let last: string | undefined;
  for (const { id } of merging.versions.other) {
    before.set(id, last);
    if (places.has(id)) last = id;
  }
  for (const { id, conflict } of conflicts) {
    const place = places.get(id);
    const previous = place === undefined ? before.get(id) : merging.ids[place - 1];
    conflict.after = (previous !== undefined && mergedBlock(previous, merging).key) || null;
  }
}
