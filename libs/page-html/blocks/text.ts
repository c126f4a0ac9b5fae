import {
  isHeading,
  type Block,
  type Heading,
  type Hint,
  type List,
  type ListItem,
  type Paragraph,
} from '#rich-document';
import { classes, group, h, type Child, type Element } from '../element.js';
import { drawInlines } from '../inlines/inlines.js';
import { drawIcon } from '../inlines/signs.js';
import type { Sheet } from '../sheet.js';

/** The page's own title is the only first-level heading. */
const LEVELS: Record<Heading['type'], number> = { 'heading-1': 2, 'heading-2': 3, 'heading-3': 4 };

/** The class of an alignment other than the usual one. */
const sideClass = (align: 'start' | 'center' | 'end' | undefined): string | undefined =>
  align === 'center' || align === 'end' ? align : undefined;

/** A paragraph without content is an empty line of the editor, and not drawn. */
export function drawParagraph(sheet: Sheet, block: Paragraph): Child {
  if (block.nodes.length === 0) return null;
  return h('p', { class: sideClass(block.data.align) }, drawInlines(sheet, block.nodes));
}

/** A heading with its anchor. The other anchors that it is known by lead to it as well. */
export function drawHeading(sheet: Sheet, block: Heading): Element {
  const id = sheet.anchor(block);
  const level = LEVELS[block.type];
  const announced = sheet.headings.levelOf(level);
  const others = (block.meta?.anchors ?? []).filter((one) => /^\S+$/.test(one) && sheet.ids.claim(one));
  return h(
    `h${level}`,
    { id, class: sideClass(block.data.align), 'aria-level': announced === level ? undefined : announced },
    ...others.map((one) => h('span', { id: one })),
    drawInlines(sheet, block.nodes),
    id !== undefined &&
      h('a', { class: 'anchor', href: `#${encodeURIComponent(id)}`, 'aria-label': sheet.words.anchor }),
  );
}

export function drawList(sheet: Sheet, list: List): Element {
  const items = list.nodes.map((item) => drawItem(sheet, item, list.type === 'list-tasks'));
  if (list.type === 'list-ordered') {
    const { start } = list.data;
    return h('ol', { start: start === undefined || start === 1 ? undefined : start }, ...items);
  }
  return h('ul', { class: list.type === 'list-tasks' ? 'tasks' : undefined }, ...items);
}

export function drawItem(sheet: Sheet, item: ListItem, isTask: boolean): Element {
  const content = drawTight(sheet, item.nodes);
  if (!isTask) return h('li', null, content);
  const checked = item.data.checked === true;
  const box = h('input', { type: 'checkbox', disabled: true, checked, 'aria-label': sheet.words.done });
  return h('li', null, box, h('div', null, content));
}

/** Blocks whose first one is a paragraph of which only lists follow: its words need no element. */
export function drawTight(sheet: Sheet, blocks: readonly Block[]): Element {
  const [first, ...rest] = blocks;
  const isTight =
    first?.type === 'paragraph' && !first.data.align && rest.every(({ type }) => type.startsWith('list-'));
  if (!isTight) return sheet.blocks(blocks);
  sheet.spend();
  return group(drawInlines(sheet, first.nodes), sheet.blocks(rest));
}

const HINT_ICONS = {
  info: 'circle-info',
  warning: 'triangle-exclamation',
  danger: 'circle-exclamation',
  success: 'circle-check',
} as const;

/** A hint whose first block is a heading is marked, so that its icon can be beside it. */
export function drawHint(sheet: Sheet, { data: { style, icon }, nodes }: Hint): Element {
  const [first] = nodes;
  const name = classes('hint', style in HINT_ICONS && style, first && isHeading(first) && 'titled');
  return h(
    'div',
    { class: name, role: 'note', 'aria-label': sheet.words.hint[style] },
    drawIcon(sheet, icon) ?? drawIcon(sheet, HINT_ICONS[style]),
    h('div', null, sheet.blocks(nodes)),
  );
}
