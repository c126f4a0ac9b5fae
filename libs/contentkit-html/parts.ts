import type { Card, CodeBlock, DescendantElement, Divider, HStack, VStack, WebFrame } from '#contentkit';
import { classes, h, safeHref, type Child, type Element } from '#page-html';
import { doingOf, drawButton, drawButtons, pressing } from './buttons.js';
import { drawEdited, drawField, drawInput } from './inputs.js';
import type { BlockSheet } from './sheet.js';
import { drawCodeText, drawImage, drawInline, drawInlines, drawLink, drawMarkdown } from './texts.js';

/** Shares of the space that is left, of which the style sheet has classes. */
const MOST_GROWTH = 6;

/** What is shown one below the other. */
export const drawParts = (sheet: BlockSheet, elements: readonly DescendantElement[]): Child =>
  elements.map((element) => drawPart(sheet, element));

/** One element. Answers are nested so many levels at most that this calls itself as often at most. */
export function drawPart(sheet: BlockSheet, element: DescendantElement): Child {
  switch (element.type) {
    case 'text':
      return h('p', null, drawInline(sheet, element));
    case 'link':
      return h('p', null, drawLink(sheet, element));
    case 'image':
      return drawImage(sheet, element);
    case 'hint':
      return h('div', { class: 'hint info' }, h('div', null, h('p', null, drawInlines(sheet, element.children))));
    case 'markdown':
      return drawMarkdown(sheet, element);
    case 'codeblock':
      return drawCode(sheet, element);
    case 'divider':
      return drawDivider(element);
    case 'hstack':
    case 'vstack':
      return drawStack(sheet, element);
    case 'box':
      return h('div', { class: classes('kit-box', growth(element.grow)) }, drawParts(sheet, element.children));
    case 'card':
      return drawCard(sheet, element);
    case 'webframe':
      return drawFrame(sheet, element);
    case 'input':
      return drawInput(sheet, element, (code) => drawCode(sheet, code));
    case 'step':
      return drawParts(sheet, element.children);
    case 'button':
      return drawButton(sheet, element);
    default:
      return drawField(sheet, element);
  }
}

const drawStack = (sheet: BlockSheet, { type, align, children }: HStack | VStack): Element =>
  h(
    'div',
    { class: classes(type === 'hstack' ? 'kit-row' : 'kit-column', align !== undefined && `kit-${align}`) },
    drawParts(sheet, children),
  );

const drawDivider = ({ size = 'medium' }: Divider): Element => h('hr', { class: `kit-${size}` });

function growth(grow: number | undefined): string | undefined {
  const share = Math.min(MOST_GROWTH, Math.round(grow ?? 0));
  return share < 1 ? undefined : `kit-grow-${share}`;
}

function drawCode(sheet: BlockSheet, code: CodeBlock): Child {
  const { header = [], footer = [], buttons, state } = code;
  return [
    drawParts(sheet, header),
    state === undefined ? drawCodeText(sheet, code) : drawEdited(sheet, { ...code, state }),
    drawButtons(sheet, buttons),
    drawParts(sheet, footer),
  ];
}

function drawCard(sheet: BlockSheet, card: Card): Element {
  const { title, hint, icon, onPress, children = [], buttons } = card;
  const picture = typeof icon === 'string' ? sheet.icon(icon) : icon && drawImage(sheet, icon, 'kit-thumb');
  return h(
    'div',
    { class: 'kit-card' },
    picture,
    h(
      'div',
      { class: 'kit-main' },
      (title !== undefined || onPress) && h('p', { class: 'kit-title' }, drawTarget(sheet, title ?? '', onPress)),
      hint !== undefined && h('p', { class: 'kit-hint' }, drawInlines(sheet, hint)),
      drawParts(sheet, children),
    ),
    drawButtons(sheet, buttons),
  );
}

/** The title of a card: where pressing the card has an effect, the whole card does what its title does. */
function drawTarget(sheet: BlockSheet, title: string, onPress: Card['onPress']): Child {
  const doing = onPress ? doingOf(onPress) : { kind: 'nothing' as const };
  const name = title === '' ? sheet.context.title : title;
  if (doing.kind === 'link') return h('a', { ...doing.link, class: 'kit-target' }, name);
  if (doing.kind === 'sent' && onPress) return h('button', { ...pressing(sheet, onPress), class: 'kit-target' }, name);
  return title;
}

/** A page of another host as a link, which a script turns into a frame by a click: nothing is loaded before. */
function drawFrame(sheet: BlockSheet, { source, data = {}, buttons }: WebFrame): Child {
  const values = Object.entries(data).map(([name, value]): [string, string] => [name, sheet.text(value)]);
  const address = sheet.context.frame(source.url, Object.fromEntries(values));
  const href = address === undefined ? undefined : safeHref(address);
  const content = [
    h('span', { class: 'name' }, sheet.context.title),
    h('span', { class: 'provider' }, new URL(source.url).hostname),
  ];
  const link = { class: 'embed', href, 'data-frame': href, rel: 'noopener', target: '_blank' };
  return [
    href === undefined ? h('p', { class: 'embed missing' }, ...content) : h('a', link, ...content),
    drawButtons(sheet, buttons),
  ];
}
