import type { Block, InlineNode, RichDocument } from '../model.js';

/** Bytes of JSON that a document takes at most, where nothing else is said. */
export const MAX_BYTES = 5_000_000;
/**
 * The limit of repetition: a document may have `TIMES` characters for each one of its source, and `BASE` more, since
 * parts of the source may be used repeatedly.
 */
const TIMES = 32;
const BASE = 100_000;

const REPEATED =
  'The text would become a document much larger than itself: what stands in it once, such as an address, is used too often';

/** A source that would become a larger document than it may. It is found while the source is read, before copies are made. */
export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge';
}

/** Counts what a document takes while it comes about, and ends its making at the limit. */
export class Allowance {
  #bytes: number;
  #copies: number;

  /** `maxBytes` bounds the document as JSON. */
  constructor(
    readonly sourceLength: number,
    readonly maxBytes = MAX_BYTES,
  ) {
    this.#bytes = maxBytes;
    this.#copies = Math.min(maxBytes, BASE + TIMES * sourceLength);
  }

  /** Notes bytes of JSON: no more than will be there in the end, so that nothing is refused that fits. */
  bytes(count: number): void {
    this.#bytes -= count;
    if (this.#bytes < 0) throw this.tooLarge();
  }

  tooLarge(): DocumentTooLarge {
    return new DocumentTooLarge(`A document takes at most ${this.maxBytes} bytes of JSON`);
  }

  /** Counts characters that the source may contain only once. */
  copies(count: number): void {
    this.#copies -= count;
    if (this.#copies < 0) {
      throw new DocumentTooLarge(REPEATED);
    }
  }
}

/** Bytes of JSON that a block, an inline or a fragment takes at least, and those of a text and of its leaves. */
const NODE_BYTES = 50;
const TEXT_BYTES = 29;
const LEAF_BYTES = 38;

/** Characters that the blocks hold, those of texts used twice counted twice. Nothing is copied to find out. */
export function charactersOf(blocks: readonly Block[]): number {
  let count = 0;
  for (const block of blocks) count += countOf(block, false);
  return count;
}

/** Bytes of JSON that the blocks take at least. */
function leastBytesOf(blocks: readonly Block[]): number {
  let count = 0;
  for (const block of blocks) count += countOf(block, true);
  return count;
}

/** What blocks have in common as far as it is counted; the exact kinds do not matter here. */
interface Counted {
  data?: object;
  nodes?: readonly (Block | InlineNode)[];
  leaves?: readonly { text: string }[];
  fragments?: readonly { fragment?: string; nodes: readonly Block[] }[];
}

/** The characters of a block, with or without its JSON syntax. */
function countOf(block: Block | InlineNode, withJson: boolean): number {
  const { data, nodes, leaves, fragments } = block as Counted;
  let count = withJson ? (leaves === undefined ? NODE_BYTES : TEXT_BYTES) : 0;
  if (leaves !== undefined) for (const leaf of leaves) count += leaf.text.length + (withJson ? LEAF_BYTES : 0);
  if (data !== undefined) count += charactersOfData(data);
  if (nodes !== undefined) for (const node of nodes) count += countOf(node, withJson);
  if (fragments !== undefined) {
    for (const { fragment, nodes: inner } of fragments) {
      count += (fragment?.length ?? 0) + (withJson ? NODE_BYTES + leastBytesOf(inner) : charactersOf(inner));
    }
  }
  return count;
}

function charactersOfData(data: object): number {
  let count = 0;
  for (const name in data) {
    const value = (data as Record<string, unknown>)[name];
    if (typeof value === 'string') count += value.length;
    // The names of a table's columns and records are the author's; those of other data are few.
    else if (typeof value === 'object' && value !== null) count += name.length + charactersOfData(value);
  }
  return count;
}

/** Refuses a document that certainly takes more bytes than it may, whatever it consists of. */
export function requireFit({ nodes }: RichDocument, allowance: Allowance): void {
  if (leastBytesOf(nodes) > allowance.maxBytes) throw allowance.tooLarge();
}

/** Refuses a document that repeats too much of its source. */
export function requireAllowed({ nodes }: RichDocument, allowance: Allowance): void {
  allowance.copies(charactersOf(nodes));
}
