import type { Block, InlineNode, RichDocument } from '../model.js';

/** Bytes of JSON that a document takes at most, where nothing else is said. */
export const MAX_BYTES = 5_000_000;
/** What stands in a source once may be used again in its document: that often in relation to its length, and so much in any case. */
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
    private readonly maxBytes = MAX_BYTES,
  ) {
    this.#bytes = maxBytes;
    this.#copies = Math.min(maxBytes, BASE + TIMES * sourceLength);
  }

  /** Notes bytes of JSON: no more than will be there in the end, so that nothing is refused that fits. */
  bytes(count: number): void {
    this.#bytes -= count;
    if (this.#bytes < 0) throw new DocumentTooLarge(`A document takes at most ${this.maxBytes} bytes of JSON`);
  }

  /** Notes characters that may stand in the source only once. */
  copies(count: number): void {
    this.#copies -= count;
    if (this.#copies < 0) {
      throw new DocumentTooLarge(REPEATED);
    }
  }
}

/** Characters that the blocks hold, those of texts used twice counted twice. Nothing is copied to find out. */
export function charactersOf(blocks: readonly Block[]): number {
  let count = 0;
  for (const block of blocks) count += charactersOfBlock(block);
  return count;
}

/** What blocks have in common as far as it is counted; the exact kinds do not matter here. */
interface Counted {
  data?: object;
  nodes?: readonly (Block | InlineNode)[];
  leaves?: readonly { text: string }[];
  fragments?: readonly { fragment?: string; nodes: readonly Block[] }[];
}

function charactersOfBlock(block: Block | InlineNode): number {
  const { data, nodes, leaves, fragments } = block as Counted;
  let count = 0;
  if (leaves !== undefined) for (const leaf of leaves) count += leaf.text.length;
  if (data !== undefined) count += charactersOfData(data);
  if (nodes !== undefined) for (const node of nodes) count += charactersOfBlock(node);
  if (fragments !== undefined) {
    for (const { fragment, nodes: inner } of fragments) count += (fragment?.length ?? 0) + charactersOf(inner);
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

/** Refuses a document that repeats too much of its source. */
export function requireAllowed({ nodes }: RichDocument, allowance: Allowance): void {
  allowance.copies(charactersOf(nodes));
}
