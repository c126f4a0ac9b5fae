import { inlinesText, isHeading, slugOf, type Block, type InlineNode, type RichDocument } from '#rich-document';

/** What is left of a character outside the basic plane that was cut in two: it has no place in an address. */
const HALF_CHARACTER = /[\ud800-\udfff]/gu;

/** The ids of one page: each is given once. */
export class Ids {
  readonly #taken = new Set<string>();
  readonly #counts = new Map<string, number>();

  /** The wanted id, or the first free one of its name and a number. */
  take(name: string): string {
    const wanted = name.replace(HALF_CHARACTER, '\ufffd');
    let id = wanted;
    let count = this.#counts.get(wanted) ?? 1;
    while (this.#taken.has(id)) id = `${wanted}-${++count}`;
    this.#counts.set(wanted, count);
    this.#taken.add(id);
    return id;
  }

  /** Takes an id if it is free. */
  claim(id: string): boolean {
    if (this.#taken.has(id) || id.search(HALF_CHARACTER) >= 0) return false;
    this.#taken.add(id);
    return true;
  }
}

/** A block that has a place in the page's addresses. */
export interface Anchor {
  id: string;
  block: Block;
}

/**
 * The ids of a document's anchors in its order: those that blocks have, and slugs for headings without. Blocks in
 * tables and annotations are left out: an anchor that they have is taken when they are drawn.
 */
export function anchorsOf(document: RichDocument, ids: Ids): Anchor[] {
  const anchors: Anchor[] = [];
  const walk = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      const own = idOf(block);
      const wanted = own ?? (isHeading(block) ? slugOf(inlinesText(block.nodes as InlineNode[])) : undefined);
      if (wanted !== undefined) anchors.push({ id: ids.take(wanted), block });
      walk(childrenOf(block));
    }
  };
  walk(document.nodes);
  return anchors;
}

/** An id with a space in it could not be named in an address or by another attribute. */
export function idOf(block: Block): string | undefined {
  const id = 'meta' in block ? block.meta?.id : undefined;
  return id === undefined || id === '' || /\s/.test(id) ? undefined : id;
}

/** The blocks within a block that are part of the document's flow. */
export function childrenOf(block: Block): readonly Block[] {
  if (block.type === 'expandable') return block.fragments[1].nodes;
  if (!('nodes' in block) || isHeading(block)) return [];
  return block.type === 'paragraph' || block.type === 'code' || block.type === 'code-line' ? [] : block.nodes;
}
