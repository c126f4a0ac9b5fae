import { paragraph, textNode, urlRef } from '../build.js';
import type { ContentRef } from '../content-ref.js';
import type { Block, BlockType, Image, InlineNode } from '../model.js';
import { isList } from '../model.js';
import { plainText } from '../text.js';

/**
 * Converts blocks that a small place (a cell, a caption, a footnote) may not contain to the nearest allowed ones,
 * without losing words.
 */
export function fit(blocks: Block[], allowed: ReadonlySet<BlockType>): Block[] {
  if (blocks.every((block) => allowed.has(block.type))) return blocks;
  return blocks.flatMap((block) => (allowed.has(block.type) ? [block] : fit(degrade(block), allowed)));
}

/** The same for the lists and quotes among the blocks, as far down as they go. Nothing given is changed. */
export function fitWithin(blocks: Block[], allowed: ReadonlySet<BlockType>): Block[] {
  return fit(blocks, allowed).map((block) => {
    if (isList(block)) {
      const nodes = block.nodes.map((item) => ({ ...item, nodes: fitWithin(item.nodes, allowed) }));
      return { ...block, nodes } as Block;
    }
    return block.type === 'blockquote' ? { ...block, nodes: fitWithin(block.nodes, allowed) } : block;
  });
}

const linkTo = (ref: ContentRef, label: string): InlineNode => ({
  object: 'inline',
  type: 'link',
  isVoid: false,
  data: { ref },
  nodes: [textNode(label === '' ? 'link' : label)],
});

/** An image of a paragraph's own, as part of a line. */
export function imageParagraphs({ data, fragments }: Image): Block[] {
  const { ref, refDark, alt } = data;
  const inline: InlineNode = {
    object: 'inline',
    type: 'inline-image',
    isVoid: true,
    data: { ref, ...(refDark === undefined ? {} : { refDark }), ...(alt === undefined ? {} : { alt }) },
  };
  return [paragraph([inline]), ...fragments.flatMap(({ nodes }) => nodes)];
}

function degrade(block: Block): Block[] {
  switch (block.type) {
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
    case 'code-line':
      return [paragraph(block.nodes)];
    case 'divider':
      return [];
    case 'math':
      return [paragraph([{ object: 'inline', type: 'inline-math', isVoid: true, data: block.data }])];
    case 'embed':
      return [paragraph([linkTo(urlRef(block.data.url), block.data.url)])];
    case 'file':
    case 'content-ref': {
      const { ref } = block.data;
      return [paragraph([linkTo(ref, ref.kind === 'url' ? ref.url : '')])];
    }
    case 'image':
      return imageParagraphs(block);
    case 'expandable':
      return block.fragments.flatMap(({ nodes }) => nodes);
    case 'tabs-item':
      return [...(block.data.title ? [paragraph([textNode(block.data.title)])] : []), ...block.nodes];
    case 'paragraph':
      return words(block);
    default:
      return 'nodes' in block ? (block.nodes as Block[]) : words(block);
  }
}

function words(block: Block): Block[] {
  const text = plainText({ object: 'document', data: {}, nodes: [block] });
  return text === '' ? [] : text.split('\n').map((line) => paragraph([textNode(line)]));
}
