import type { Block, InlineNode } from '../model.js';

/** `#` and `##` are heading-1, `###` is heading-2, `####` and deeper are heading-3. */
export function headingBlock(
  level: number,
  nodes: InlineNode[],
  id: string | undefined,
  data: { align?: 'start' | 'center' | 'end' } = {},
): Block {
  const type = level <= 2 ? 'heading-1' : level === 3 ? 'heading-2' : 'heading-3';
  return { object: 'block', type, isVoid: false, data: { ...(id === undefined ? {} : { id }), ...data }, nodes };
}

/** Takes off the space between a heading's words and its empty anchor element. */
export function dropAnchorSpace(nodes: InlineNode[]): void {
  const last = nodes.at(-1);
  const tail = last?.object === 'text' ? last.leaves.at(-1) : undefined;
  if (last?.object !== 'text' || !tail?.text.endsWith(' ')) return;
  tail.text = tail.text.slice(0, -1);
  if (tail.text === '') last.leaves.pop();
  if (last.leaves.length === 0) nodes.pop();
}

/** The alignment of a `p` or a heading element. */
export function alignOf(value: string | undefined): { align?: 'start' | 'center' | 'end' } {
  if (value === 'center') return { align: 'center' };
  if (value === 'right' || value === 'end') return { align: 'end' };
  if (value === 'left' || value === 'start') return { align: 'start' };
  return {};
}
