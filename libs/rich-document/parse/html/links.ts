import type { ContentRef } from '../../content-ref.js';
import type { Block, ImageCell, InlineNode } from '../../model.js';
import { blockLists, TEXT_BLOCKS } from '../../schema.js';
import type { Attributes } from './html.js';

function lines(blocks: readonly Block[]): InlineNode[] {
  return blocks.flatMap((block) =>
    TEXT_BLOCKS.has(block.type) ? (block as { nodes: InlineNode[] }).nodes : blockLists(block).flatMap(lines),
  );
}

/** Where the links in these blocks lead, in order. */
export const links = (blocks: readonly Block[]): ContentRef[] =>
  lines(blocks).flatMap((node) =>
    node.object === 'inline' && (node.type === 'link' || node.type === 'mention') ? [node.data.ref] : [],
  );

/** The first image in these blocks as the value of an image cell. */
export function firstImage(blocks: readonly Block[], attributes: Attributes): ImageCell | ContentRef | undefined {
  const fit = attributes['data-object-fit'];
  const objectFit = fit === 'contain' || fit === 'fill' || fit === 'cover' ? { objectFit: fit } : {};
  for (const node of lines(blocks)) {
    if (node.object !== 'inline' || node.type !== 'inline-image') continue;
    const { ref, alt } = node.data;
    return { ref, ...objectFit, ...(alt === undefined ? {} : { alt }) } as ImageCell;
  }
  for (const block of blocks) {
    if (block.type !== 'images' || block.nodes[0] === undefined) continue;
    const { ref, alt } = block.nodes[0].data;
    return { ref, ...objectFit, ...(alt === undefined ? {} : { alt }) } as ImageCell;
  }
  return undefined;
}
