import { isLeafText, leafText, recordsIn, type StoredRecord } from './leaf-text.js';
import { hashOf, keyOf } from './node-hash.js';

/** A record of a map: any JSON value with its key as `id`. */
export interface Identified {
  readonly id: string;
}

/** The number of children of an inner node; five bits of the key select one. */
export const FAN_OUT = 32;
/**
 * A subtree with at most this many records is always one leaf, a larger one never is, so the shape depends only on the
 * content.
 */
export const LEAF_LIMIT = 32;

const TAG = 'map-node/1';
const BITS = 5;
const MAX_DEPTH = Math.floor(256 / BITS);

export interface Leaf {
  kind: 'leaf';
  /** In the order of their ids, compared by code units. */
  records: readonly StoredRecord[];
}

export interface Inner {
  kind: 'inner';
  /** The number of records in the whole subtree. */
  count: number;
  kids: readonly (string | null)[];
}

/** A node of the persistent map. The empty map has no node: its root is `null`. */
export type MapNode = Leaf | Inner;

/**
 * Reads nodes of maps. One call requests all nodes of one level, so a map takes as many calls as it has levels (four at
 * 100,000 records). Unknown hashes are left out of the result.
 */
export interface NodeSource {
  read(hashes: string[]): Promise<Map<string, StoredNode>>;
}

/** A node in its stored form, which never changes. It is parsed once, at the first access. */
export class StoredNode {
  #node: MapNode | undefined;

  /**
   * Takes only the text: the records that a leaf was built from are substrings of older texts and would keep these in
   * memory.
   */
  constructor(
    readonly text: string,
    node?: Inner,
  ) {
    this.#node = node;
  }

  get node(): MapNode {
    return (this.#node ??= decodeNode(this.text));
  }
}

/** A record with the bits of its key, so that each key is hashed once per operation. */
export interface Keyed<T> {
  key: Buffer;
  value: T;
}

export function keyed<T>(id: string, value: T): Keyed<T> {
  return { key: keyOf(id), value };
}

/** The child of an inner node at `depth` (0 = root) that contains `key`. */
export function slotAt(key: Buffer, depth: number): number {
  if (depth >= MAX_DEPTH) throw new Error('A map is deeper than its keys are long.');
  const bit = depth * BITS;
  const byte = bit >> 3;
  return ((((key[byte] ?? 0) << 8) | (key[byte + 1] ?? 0)) >> (16 - BITS - (bit & 7))) & (FAN_OUT - 1);
}

/** Groups `items` by the child at `depth` that contains them. */
export function bySlot<T>(items: readonly Keyed<T>[], depth: number): Map<number, Keyed<T>[]> {
  const slots = new Map<number, Keyed<T>[]>();
  for (const item of items) {
    const slot = slotAt(item.key, depth);
    const group = slots.get(slot);
    if (group) group.push(item);
    else slots.set(slot, [item]);
  }
  return slots;
}

export function compareIds(a: Identified, b: Identified): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The stored form of a node and its hash. */
export function encodeNode(node: MapNode): { hash: string; stored: StoredNode } {
  // Canonical as written, since the members are in order.
  const text = node.kind === 'leaf' ? leafText(node.records) : JSON.stringify({ k: node.kids, n: node.count });
  return { hash: hashOf(TAG, text), stored: node.kind === 'leaf' ? new StoredNode(text) : new StoredNode(text, node) };
}

function decodeNode(text: string): MapNode {
  return isLeafText(text) ? { kind: 'leaf', records: recordsIn(text) } : decodeInner(text);
}

export function decodeInner(text: string): Inner {
  const { k: kids, n: count } = JSON.parse(text) as { k: (string | null)[]; n: number };
  return { kind: 'inner', count, kids };
}

/** A node that the store has not: it is damaged, or nothing refers to the node any more. */
export class NodeMissing extends Error {
  override readonly name = 'NodeMissing';

  constructor(hash: string) {
    super(`The map node ${hash} is missing from the store.`);
  }
}

/** Reads nodes by their hashes. Throws NodeMissing. */
export async function readNodes(hashes: Iterable<string>, source: NodeSource): Promise<Map<string, StoredNode>> {
  const wanted = [...new Set(hashes)];
  const nodes = wanted.length === 0 ? new Map<string, StoredNode>() : await source.read(wanted);
  for (const hash of wanted) {
    if (!nodes.has(hash)) throw new NodeMissing(hash);
  }
  return nodes;
}

export async function readLevel(hashes: Iterable<string>, source: NodeSource): Promise<(hash: string) => MapNode> {
  const nodes = await readNodes(hashes, source);
  return (hash) => (nodes.get(hash) as StoredNode).node;
}
