import { image } from '../../build.js';
import type { Block, Image, Images, Length } from '../../model.js';
import { isHeading } from '../../model.js';
import type { Attributes } from './html.js';

export const imagesBlock = (nodes: Image[], data: Images['data']): Images => ({
  object: 'block',
  type: 'images',
  isVoid: false,
  data,
  nodes,
});

/** `300`, `300px` is a number of pixels; `50%` a value with its unit. */
export function lengthOf(value: string | undefined): Length | undefined {
  const match = /^\s*(\d{1,9}(?:\.\d{1,12})?)\s*([a-z%]{0,8})\s*$/i.exec(value ?? '');
  if (match === null) return undefined;
  const unit = (match[2] as string).toLowerCase();
  return unit === '' || unit === 'px' ? Number(match[1]) : { unit, value: Number(match[1]) };
}

const flag = (value: string | undefined): boolean | undefined => (value === undefined ? undefined : value !== 'false');

const side = (value: string | undefined): Images['data']['align'] =>
  value === 'left' || value === 'right' || value === 'center' ? value : undefined;

/** The size that an image is given; none within a line. */
export function sizeOf(attributes: Attributes): { width?: Length; height?: Length } {
  const [width, height] = [lengthOf(attributes['width']), lengthOf(attributes['height'])];
  return { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
}

/**
 * The figures of a `div` are one block of images, and a paragraph behind one of them is its caption. Where it is aligned,
 * what is in it is; a `div` around anything else leaves no trace.
 */
export function blocksOfDiv(attributes: Attributes, blocks: Block[]): Block[] {
  const align = side(attributes['align']);
  const [first, second] = blocks;
  if (align !== undefined && blocks.length === 2 && first?.type === 'images' && second?.type === 'paragraph') {
    const [only] = first.nodes;
    const isPlain = first.nodes.length === 1 && only?.fragments.length === 0;
    if (isPlain) return imagesOfDiv(attributes, [{ ...first, nodes: [image(only.data, [second])] }]);
  }
  if (blocks.length > 0 && blocks.every((block) => block.type === 'images')) return imagesOfDiv(attributes, blocks);
  return align === 'center' || align === 'right' ? blocks.map((block) => aligned(block, align)) : blocks;
}

function aligned(block: Block, align: 'center' | 'right'): Block {
  if (block.type === 'images') return { ...block, data: { align, ...block.data } };
  if (block.type !== 'paragraph' && !isHeading(block)) return block;
  return { ...block, data: { align: align === 'right' ? 'end' : align, ...block.data } };
}

function imagesOfDiv(attributes: Attributes, blocks: Images[]): Block[] {
  const align = side(attributes['align']);
  const fullWidth = flag(attributes['data-full-width']);
  const withFrame = flag(attributes['data-with-frame']);
  const data = {
    ...blocks[0]?.data,
    ...(align === undefined ? {} : { align }),
    ...(fullWidth === undefined ? {} : { fullWidth }),
    ...(withFrame === undefined ? {} : { withFrame }),
  };
  return [
    imagesBlock(
      blocks.flatMap(({ nodes }) => nodes),
      data,
    ),
  ];
}
