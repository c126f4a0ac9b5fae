import { paragraph } from '../build.js';
import type { Block, Code, TabsItem } from '../model.js';

const filled = (blocks: Block[]): Block[] => (blocks.length === 0 ? [paragraph([])] : blocks);

export const tabsItem = (title: string | undefined, blocks: Block[]): TabsItem => ({
  object: 'block',
  type: 'tabs-item',
  isVoid: false,
  data: title?.trim() ? { title: title.trim() } : {},
  nodes: filled(blocks),
});

const tabs = (nodes: TabsItem[]): Block => ({ object: 'block', type: 'tabs', isVoid: false, data: {}, nodes });

/** Tabs of code in the older notation: a single one is code with a title. */
export function codeTabs(blocks: Block[]): Block[] {
  const items = blocks.filter((block) => block.type === 'tabs-item');
  const others = blocks.filter((block) => block.type !== 'tabs-item');
  const [only] = items;
  if (only === undefined) return others;
  if (items.length > 1) return [...others, tabs(items)];
  return [...others, ...only.nodes.map((block) => (block.type === 'code' ? withTitle(block, only.data.title) : block))];
}

const withTitle = (code: Code, title: string | undefined): Code =>
  title === undefined || code.data.title !== undefined ? code : { ...code, data: { ...code.data, title } };

/** A group of code: each block is a tab, called by its title or else its language. */
export function codeGroup(blocks: Block[]): Block[] {
  const items = blocks.flatMap((block) => {
    if (block.type !== 'code') return [];
    const { title, ...data } = block.data;
    return [tabsItem(title ?? data.syntax ?? 'Code', [{ ...block, data }])];
  });
  const others = blocks.filter((block) => block.type !== 'code');
  return items.length === 0 ? others : [...others, tabs(items)];
}
