import { image, paragraph, textNode } from '../build.js';
import type { Block, InlineNode } from '../model.js';
import type { Frame } from './frame.js';
import { imagesBlock } from './html/images.js';

/** Where a line of nothing but an image is a block of images. */
const HOLDS_IMAGES = new Set(['tab', 'step', 'column', 'update', 'if', 'details', 'div']);

export function imageOrParagraph(nodes: InlineNode[], { kind, name }: Frame): Block {
  const [only] = nodes;
  const isBlock = kind === 'root' || (kind !== 'markdown' && HOLDS_IMAGES.has(name));
  if (!isBlock || nodes.length !== 1 || only?.object !== 'inline' || only.type !== 'inline-image' || only.data.size) {
    return paragraph(nodes);
  }
  const { caption, ...data } = only.data;
  return imagesBlock([image(data, caption ? [paragraph([textNode(caption)])] : [])], {});
}
