import type { Block, Fragment, InlineNode, RichDocument } from '../model.js';
import { TEXT_BLOCKS } from '../schema.js';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Taken from the global object once, not for every character. */
const { floor, imul } = Math;
const VALID = /^[A-Za-z0-9_-]{1,64}$/;

/** A non-cryptographic hash of 64 bits, as two halves of 32. */
class Hash {
  a = 0x9e3779b9 | 0;
  b = 0x85ebca6b | 0;

  text(value: string): void {
    let { a, b } = this;
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      a = imul(a ^ code, 0x01000193);
      b = imul(b ^ code, 0x5bd1e995);
    }
    this.a = a ^ (b >>> 15);
    this.b = b ^ (a >>> 13);
    this.number(value.length);
  }

  number(value: number): void {
    this.a = imul(this.a ^ value, 0x85ebca6b) ^ (this.a >>> 16);
    this.b = imul(this.b ^ value, 0xc2b2ae35) ^ (this.b >>> 13);
  }
}

export const mintKey = (a: number, b: number): string => digits(a >>> 0, 6) + digits(b >>> 0, 5);
function digits(value: number, count: number): string {
  let rest = value;
  let text = '';
  for (let index = 0; index < count; index++) {
    text += DIGITS.charAt(rest % 62);
    rest = floor(rest / 62);
  }
  return text;
}

type Keyed = Block | Fragment;
/** The content hash of every block and fragment of a tree, and of its fragments' names; keys and anchors do not count. */
export type Hashes = Map<Keyed, readonly [number, number]>;

export function hashBlocks(blocks: readonly Block[], hashes: Hashes = new Map()): Hashes {
  for (const block of blocks) hashBlock(block, hashes);
  return hashes;
}

function hashBlock(block: Block, hashes: Hashes): void {
  const hash = new Hash();
  hash.text(block.type);
  for (const name in block.data) {
    hash.text(name);
    const value: unknown = (block.data as Record<string, unknown>)[name];
    hash.text(typeof value === 'string' ? value : JSON.stringify(value));
  }
  if ('fragments' in block) {
    for (const fragment of block.fragments) hashFragment(fragment, hash, hashes);
  } else if ('nodes' in block) {
    if (TEXT_BLOCKS.has(block.type)) hashInlines(block.nodes as InlineNode[], hash, hashes);
    else hashChildren(block.nodes as Block[], hash, hashes);
  }
  hashes.set(block, [hash.a, hash.b]);
}

function hashChildren(blocks: readonly Block[], into: Hash, hashes: Hashes): void {
  for (const child of blocks) {
    hashBlock(child, hashes);
    const [a, b] = hashes.get(child) as readonly [number, number];
    into.number(a);
    into.number(b);
  }
}

function hashFragment(fragment: Fragment, into: Hash, hashes: Hashes): void {
  const own = new Hash();
  own.text(fragment.fragment ?? fragment.type ?? '');
  hashChildren(fragment.nodes, own, hashes);
  hashes.set(fragment, [own.a, own.b]);
  into.number(own.a);
  into.number(own.b);
}

function hashInlines(nodes: readonly InlineNode[], hash: Hash, hashes: Hashes): void {
  for (const node of nodes) {
    if (node.object === 'text') {
      for (const leaf of node.leaves) {
        hash.text(leaf.text);
        for (const mark of leaf.marks)
          hash.text(mark.type === 'color' ? `${mark.data.text}/${mark.data.background}` : mark.type);
      }
      continue;
    }
    hash.text(node.type);
    hash.text(JSON.stringify(node.data));
    if ('nodes' in node) hashInlines(node.nodes, hash, hashes);
    if ('fragments' in node) for (const fragment of node.fragments) hashFragment(fragment, hash, hashes);
  }
}

/**
 * Gives keys, in place, to the blocks and fragments that lack a valid one of their own. `known`: their hashes, where
 * they were made before.
 */
export function keyInPlace(blocks: readonly Block[], known?: Hashes): void {
  const taken = new Set<string>();
  const wanting: Keyed[] = [];
  walkKeyed(blocks, (node) => {
    if (node.key !== undefined && VALID.test(node.key) && !taken.has(node.key)) taken.add(node.key);
    else wanting.push(node);
  });
  if (wanting.length === 0) return;
  const hashes = known ?? hashBlocks(blocks);
  const occurrences = new Map<string, number>();
  for (const node of wanting) {
    const [a, b] = hashes.get(node) as readonly [number, number];
    let key = mintKey(a, b);
    const first = key;
    let occurrence = occurrences.get(first) ?? 0;
    while (taken.has(key)) {
      occurrence++;
      key = mintKey(imul(a ^ occurrence, 0x27d4eb2f), imul(b + occurrence, 0x165667b1));
    }
    occurrences.set(first, occurrence);
    taken.add(key);
    node.key = key;
  }
}

/** Visits every block and fragment in document order, those inside annotations too. */
export function walkKeyed(blocks: readonly Block[], visit: (node: Keyed) => void): void {
  for (const block of blocks) {
    visit(block);
    if ('fragments' in block) walkFragments(block.fragments, visit);
    else if (!('nodes' in block)) continue;
    else if (!TEXT_BLOCKS.has(block.type)) walkKeyed(block.nodes as Block[], visit);
    else {
      for (const node of block.nodes as InlineNode[]) {
        if (node.object === 'inline' && 'fragments' in node) walkFragments(node.fragments, visit);
      }
    }
  }
}
function walkFragments(fragments: readonly Fragment[], visit: (node: Keyed) => void): void {
  for (const fragment of fragments) {
    visit(fragment);
    walkKeyed(fragment.nodes, visit);
  }
}

/**
 * Gives every block and fragment a key, unique in the document: valid keys stay, the others are made from content and
 * occurrence, so that equal documents get equal keys.
 */
export function assignKeys(document: RichDocument): RichDocument {
  const copy = copyTree(document);
  keyInPlace(copy.nodes);
  return copy;
}

/** A copy down to the blocks and fragments; texts and data are shared. */
export function copyTree(document: RichDocument): RichDocument {
  return { ...document, nodes: document.nodes.map(copyBlock) };
}
export function copyBlock(block: Block): Block {
  if ('fragments' in block) return { ...block, fragments: block.fragments.map(copyFragment) } as Block;
  if (!('nodes' in block)) return { ...block };
  if (!TEXT_BLOCKS.has(block.type)) return { ...block, nodes: (block.nodes as Block[]).map(copyBlock) } as Block;
  return { ...block, nodes: (block.nodes as InlineNode[]).map(copyInline) } as Block;
}
const copyInline = (node: InlineNode): InlineNode =>
  node.object === 'inline' && 'fragments' in node
    ? ({ ...node, fragments: node.fragments.map(copyFragment) } as InlineNode)
    : node;
const copyFragment = (fragment: Fragment): Fragment => ({ ...fragment, nodes: fragment.nodes.map(copyBlock) });
