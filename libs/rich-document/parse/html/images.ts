import type { Block, Image, Images, Length } from '../../model.js';
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

/** The figures of a `div` are one block of images; a `div` around anything else leaves no trace. */
export function imagesOfDiv(attributes: Attributes, blocks: Block[]): Block[] {
  if (blocks.length === 0 || !blocks.every((block) => block.type === 'images')) return blocks;
  const align = attributes['align'];
  const fullWidth = flag(attributes['data-full-width']);
  const withFrame = flag(attributes['data-with-frame']);
  const inner = (blocks[0] as Images).data;
  return [
    imagesBlock(
      blocks.flatMap((block) => (block as Images).nodes),
      {
        ...inner,
        ...(align === 'left' || align === 'right' || align === 'center' ? { align } : {}),
        ...(fullWidth === undefined ? {} : { fullWidth }),
        ...(withFrame === undefined ? {} : { withFrame }),
      },
    ),
  ];
}
