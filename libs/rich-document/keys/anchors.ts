import type { Block, RichDocument } from '../model.js';
import { isHeading } from '../model.js';
import { inlinesText } from '../text.js';

const MAX_SLUG = 100;

/** The words of a heading as an anchor: lower case, letters and digits of any script, hyphens between. */
export function slugOf(text: string): string {
  const slug = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, MAX_SLUG)
    // Half of a letter that takes two code units.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'section' : slug;
}

type Anchored = Extract<Block, { meta?: { id?: string } }>;

/** Sets, in place, the anchor of every heading and expandable: the author's id, else a slug made unique by a number. */
export function anchorInPlace(document: RichDocument): void {
  const found: { block: Anchored; text: string; own: string | undefined }[] = [];
  collect(document.nodes, found);
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  for (const { own } of found) if (own !== undefined) taken.add(own);
  const seen = new Set<string>();
  for (const { block, text, own } of found) {
    const base = own ?? slugOf(text);
    let id = base;
    let count = counts.get(base) ?? 0;
    while (own !== undefined ? seen.has(id) : taken.has(id)) id = `${base}-${++count}`;
    counts.set(base, count);
    taken.add(id);
    seen.add(id);
    block.meta = { id };
  }
}

function collect(blocks: readonly Block[], found: { block: Anchored; text: string; own: string | undefined }[]): void {
  for (const block of blocks) {
    if (isHeading(block)) {
      found.push({ block, text: inlinesText(block.nodes), own: block.data.id });
    } else if (block.type === 'expandable') {
      const [title, body] = block.fragments;
      const first = title.nodes[0];
      found.push({ block, text: first?.type === 'paragraph' ? inlinesText(first.nodes) : '', own: undefined });
      collect(body.nodes, found);
    } else if (block.type !== 'table' && block.type !== 'code' && block.type !== 'paragraph' && 'nodes' in block) {
      collect(block.nodes as Block[], found);
    }
  }
}

/** The anchors that a document's headings and expandables have, in document order. */
export function headingAnchors(
  document: RichDocument,
): { anchor: string; text: string; type: Block['type']; key: string | null }[] {
  return anchoredBlocks(document).map(({ block, text }) => ({
    anchor: block.meta?.id ?? '',
    text,
    type: block.type,
    key: block.key ?? null,
  }));
}

/** The headings and expandables of a document with their words, in document order. */
export function anchoredBlocks(document: RichDocument): { block: Anchored; text: string }[] {
  const found: { block: Anchored; text: string; own: string | undefined }[] = [];
  collect(document.nodes, found);
  return found;
}
