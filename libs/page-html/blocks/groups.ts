import type {
  Column,
  Columns,
  ContentRef,
  Expandable,
  InlineNode,
  Prompt,
  Stepper,
  StepperStep,
  Update,
  Updates,
} from '#rich-document';
import { classes, h, type Child, type Element } from '../element.js';
import { drawInlines } from '../inlines/inlines.js';
import { linkTo } from '../inlines/links.js';
import { colorClass, drawEmoji, drawIcon } from '../inlines/signs.js';
import type { Sheet } from '../sheet.js';
import { twelfths } from '../widths.js';

export function drawExpandable(sheet: Sheet, block: Expandable): Element {
  const [title, body] = block.fragments;
  const words = title.nodes.flatMap((node) => (node.type === 'paragraph' ? (node.nodes as InlineNode[]) : []));
  return h(
    'details',
    { id: sheet.anchor(block), class: 'expandable', open: block.data.defaultExpanded === true },
    h('summary', null, drawInlines(sheet, words)),
    h('div', null, sheet.blocks(body.nodes)),
  );
}

/** A prompt for a model: its description opens it. `partial` shows its first lines when it is closed. */
export function drawPrompt(sheet: Sheet, { data, nodes }: Prompt): Element {
  sheet.spend(data.description);
  return h(
    'details',
    {
      class: classes('prompt', data.defaultExpanded === 'partial' && 'partial'),
      open: data.defaultExpanded === 'full',
    },
    h('summary', null, drawIcon(sheet, data.icon), data.description),
    sheet.blocks(nodes),
  );
}

export const drawStepper = (sheet: Sheet, block: Stepper): Element =>
  h('ol', { class: 'stepper' }, ...block.nodes.map((step) => sheet.block(step)));

export const drawStep = (sheet: Sheet, { data, nodes }: StepperStep): Element =>
  h('li', null, drawIcon(sheet, data.icon), h('div', null, sheet.blocks(nodes)));

export const drawColumns = (sheet: Sheet, block: Columns): Element =>
  h(
    'div',
    { class: classes('columns', block.data.fullWidth && 'wide') },
    ...block.nodes.map((column) => sheet.block(column)),
  );

/** Widths are in twelfths of the whole: those in percent, others are left to the columns' content. */
export function drawColumn(sheet: Sheet, { data, nodes }: Column): Element {
  const { width, verticalAlignment: vertical } = data;
  const share = typeof width === 'object' && width.unit === '%' ? `w-${twelfths(width.value / 100)}` : undefined;
  const side = vertical === 'middle' || vertical === 'bottom' ? vertical : undefined;
  return h('div', { class: classes('column', share, side) }, sheet.blocks(nodes));
}

const FORMATS: Record<'full' | 'short' | 'numeric', Intl.DateTimeFormatOptions> = {
  full: { dateStyle: 'long' },
  short: { dateStyle: 'medium' },
  numeric: { dateStyle: 'short' },
};

export function drawUpdates(sheet: Sheet, block: Updates | Update): Element {
  if (block.type === 'update') return drawUpdate(sheet, block, 'full');
  const { format = 'full' } = block.data;
  return h('div', { class: 'updates' }, ...block.nodes.map((update) => drawUpdate(sheet, update, format)));
}

function drawUpdate(sheet: Sheet, { data, nodes }: Update, format: keyof typeof FORMATS): Element {
  sheet.spend();
  const tags = (data.tags ?? []).map((tag) => drawTag(sheet, tag));
  return h(
    'article',
    { class: 'update' },
    h('header', null, drawDate(sheet, data.date, format), ...tags),
    h('div', null, sheet.blocks(nodes)),
  );
}

function drawDate(sheet: Sheet, date: string, format: keyof typeof FORMATS): Element {
  const time = new Date(date);
  if (Number.isNaN(time.getTime())) return h('span', { class: 'date' }, date);
  const { locale } = sheet.context;
  const words = new Intl.DateTimeFormat(locale, { ...FORMATS[format], timeZone: 'UTC' }).format(time);
  return h('time', { datetime: time.toISOString() }, words);
}

function drawTag(sheet: Sheet, ref: ContentRef): Child {
  const tag = sheet.context.tag(ref);
  if (!tag) return ref.kind === 'tag' && h('span', { class: 'tag' }, ref.tag);
  const link = linkTo(tag.href);
  const sign = drawEmoji(tag.emoji) ?? drawIcon(sheet, tag.icon);
  return h(link ? 'a' : 'span', { ...link, class: classes('tag', colorClass(tag.color)) }, sign, tag.label);
}
