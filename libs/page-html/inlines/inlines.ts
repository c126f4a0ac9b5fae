import { readEmoji, type Inline, type InlineNode } from '#rich-document';
import { classes, group, h, type Child, type Element } from '../element.js';
import { drawFormula } from '../math.js';
import type { Sheet } from '../sheet.js';
import { drawMark } from './annotation.js';
import { drawButton } from './button.js';
import { followed, linkTo } from './links.js';
import { drawText } from './marks.js';
import { drawPicture } from './picture.js';
import { drawIcon } from './signs.js';

/** The content of a paragraph or a heading. */
export const drawInlines = (sheet: Sheet, nodes: readonly InlineNode[]): Element =>
  group(...nodes.map((node) => (node.object === 'text' ? drawText(sheet, node) : drawInline(sheet, node))));

function drawInline(sheet: Sheet, node: Inline): Child {
  sheet.spend();
  switch (node.type) {
    case 'link': {
      const { link } = followed(sheet, node.data.ref);
      const content = drawInlines(sheet, node.nodes);
      return link ? h('a', link, content) : content;
    }
    case 'annotation':
      return drawMark(
        sheet,
        node,
        node.nodes.map((text) => drawText(sheet, text)),
      );
    case 'emoji':
      return readEmoji(node.data.code) ?? null;
    case 'icon':
      return drawIcon(sheet, node.data.icon, node.data.color);
    case 'expression':
      sheet.spend(node.data.expression);
      return h('code', { class: 'expression' }, node.data.expression);
    case 'inline-math':
      return drawFormula(sheet, node.data.formula, false);
    case 'inline-image': {
      const { size, caption } = node.data;
      const className = classes('inline', size === 'line' && 'line');
      return drawPicture(sheet, { ...node.data, title: caption, alt: node.data.alt ?? caption, className });
    }
    case 'mention':
      return drawMention(sheet, node);
    case 'button':
      return drawButton(sheet, node);
  }
}

function drawMention(sheet: Sheet, { data: { ref } }: Extract<Inline, { type: 'mention' }>): Child {
  if (ref.kind === 'user') {
    const person = sheet.context.user(ref.user);
    return drawName(`@${person?.name ?? ref.user}`, person && linkTo(person.href));
  }
  if (ref.kind === 'tag') {
    const tag = sheet.context.tag(ref);
    return drawName(tag?.label ?? ref.tag, tag && linkTo(tag.href));
  }
  const { target, link } = followed(sheet, ref);
  return drawName(target?.title ?? sheet.words.missing, link);
}

const drawName = (name: string, link: ReturnType<typeof linkTo>): Element =>
  h(link ? 'a' : 'span', { ...link, class: 'mention' }, name);
