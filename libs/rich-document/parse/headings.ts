import type { Block, InlineNode } from '../model.js';

/** The level of Markdown that heading-1 has: 2 below a title, which is level 1; 1 in a text without one. */
export type TopHeading = 1 | 2;

/** Levels above that of heading-1 are heading-1 as well, and those more than two below are heading-3. */
export function headingBlock(
  { level, top }: { level: number; top: TopHeading },
  nodes: InlineNode[],
  id: string | undefined,
  data: { align?: 'start' | 'center' | 'end' } = {},
): Block {
  const type = level <= top ? 'heading-1' : level === top + 1 ? 'heading-2' : 'heading-3';
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
