import { diffArrays } from 'diff';
import { copyTree, hashBlocks, keyInPlace, walkKeyed } from './keys.js';
import type { Hashes } from './keys.js';
import type { Block, Fragment, RichDocument } from '../model.js';
import { blockLists, TEXT_BLOCKS } from '../schema.js';
import { plainText } from '../text.js';

/** Differences in one list of blocks beyond which a better match is not sought. */
const MAX_EDITS = 1000;
/** Words two blocks must share, of all their words, to be the same block edited. */
const SIMILAR = 0.5;
const MAX_WORDS = 2000;

/**
 * The next state of a document with the keys of the previous one: equal blocks keep theirs, and so do blocks that were
 * only edited; the others get new keys. What points at a key, such as a comment, so stays with its block.
 */
export function carryKeys(previous: RichDocument, next: RichDocument): RichDocument {
  const result = copyTree(next);
  walkKeyed(result.nodes, (node) => delete node.key);
  const hashes = hashBlocks(result.nodes);
  const carrier = new Carrier(hashBlocks(previous.nodes), hashes);
  carrier.list(previous.nodes, result.nodes);
  keyInPlace(result.nodes, hashes);
  return result;
}

class Carrier {
  constructor(
    private readonly before: Hashes,
    private readonly after: Hashes,
  ) {}

  list(previous: readonly Block[], next: readonly Block[]): void {
    const old = previous.map((block) => this.hash(this.before, block));
    const now = next.map((block) => this.hash(this.after, block));
    const changes = diffArrays(old, now, { maxEditLength: MAX_EDITS }) ?? [
      { value: old, removed: true, added: false },
      { value: now, removed: false, added: true },
    ];
    const removed: Block[] = [];
    const added: Block[] = [];
    let gone: Block[] = [];
    let come: Block[] = [];
    let from = 0;
    let to = 0;
    const settle = (): void => {
      this.matchSimilar(gone, come);
      removed.push(...gone);
      added.push(...come);
      gone = [];
      come = [];
    };
    for (const { value, removed: isRemoved, added: isAdded } of changes) {
      if (isRemoved) {
        gone.push(...previous.slice(from, from + value.length));
        from += value.length;
      } else if (isAdded) {
        come.push(...next.slice(to, to + value.length));
        to += value.length;
      } else {
        settle();
        for (let index = 0; index < value.length; index++) this.same(previous[from++] as Block, next[to++] as Block);
      }
    }
    settle();
    this.matchMoved(removed, added);
  }

  private hash(hashes: Hashes, block: Block): string {
    const [a, b] = hashes.get(block) as readonly [number, number];
    return `${a}.${b}`;
  }

  /** Equal blocks: the whole subtree keeps its keys. */
  private same(previous: Block, next: Block): void {
    const keys: (string | undefined)[] = [];
    walkKeyed([previous], (node) => keys.push(node.key));
    let index = 0;
    walkKeyed([next], (node) => {
      const key = keys[index++];
      if (key !== undefined) node.key = key;
    });
  }

  /** Blocks that moved elsewhere in the list unchanged. */
  private matchMoved(removed: Block[], added: Block[]): void {
    if (removed.length === 0 || added.length === 0) return;
    const free = new Map<string, Block[]>();
    for (const block of removed) {
      if (this.taken.has(block)) continue;
      const hash = this.hash(this.before, block);
      free.set(hash, [...(free.get(hash) ?? []), block]);
    }
    for (const block of added) {
      if (block.key !== undefined) continue;
      const found = free.get(this.hash(this.after, block))?.shift();
      if (found !== undefined) this.same(found, block);
    }
  }

  private readonly taken = new Set<Block>();

  /** Between two equal blocks, those of one type that share enough words are taken for one block, in order. */
  private matchSimilar(gone: readonly Block[], come: readonly Block[]): void {
    let from = 0;
    const words = new Map<Block, Set<string>>();
    const wordsOf = (block: Block): Set<string> => {
      const known = words.get(block) ?? wordSet(block);
      words.set(block, known);
      return known;
    };
    for (const block of come) {
      const isOnly = onlyOfType(gone, come, block.type);
      for (let index = from; index < Math.min(gone.length, from + 20); index++) {
        const candidate = gone[index] as Block;
        if (candidate.type !== block.type) continue;
        if (!isOnly && !isSimilar(wordsOf(candidate), wordsOf(block))) continue;
        this.edited(candidate, block);
        from = index + 1;
        break;
      }
    }
  }

  /** An edited block keeps its own key; what is inside it is compared in turn. */
  private edited(previous: Block, next: Block): void {
    this.taken.add(previous);
    if (previous.key !== undefined) next.key = previous.key;
    if ('fragments' in previous && 'fragments' in next) this.fragments(previous.fragments, next.fragments);
    else if (!TEXT_BLOCKS.has(next.type)) {
      const [old, now] = [blockLists(previous)[0], blockLists(next)[0]];
      if (old !== undefined && now !== undefined) this.list(old, now);
    }
  }

  private fragments(previous: readonly Fragment[], next: readonly Fragment[]): void {
    const byName = new Map(previous.map((fragment) => [fragment.fragment, fragment]));
    for (const fragment of next) {
      const old = byName.get(fragment.fragment);
      if (old === undefined) continue;
      if (old.key !== undefined) fragment.key = old.key;
      this.list(old.nodes, fragment.nodes);
    }
  }
}

/** A lone list, table or other container between equal blocks is the same one however much it changed; a lone line is, if nothing else did. */
function onlyOfType(gone: readonly Block[], come: readonly Block[], type: Block['type']): boolean {
  if (gone.length === 1 && come.length === 1) return true;
  if (TEXT_BLOCKS.has(type) || gone.length > 50 || come.length > 50) return false;
  const count = (blocks: readonly Block[]): number => blocks.filter((block) => block.type === type).length;
  return count(gone) === 1 && count(come) === 1;
}

const wordSet = (block: Block): Set<string> =>
  new Set(
    plainText({ object: 'document', data: {}, nodes: [block] })
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, MAX_WORDS) ?? [],
  );

function isSimilar(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return a.size === b.size;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / Math.max(a.size, b.size) >= SIMILAR;
}
