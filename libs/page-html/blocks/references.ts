import type { ContentRef } from '#rich-document';
import { h, type Child, type Element } from '../element.js';
import { followed } from '../inlines/links.js';
import { drawEmoji } from '../inlines/signs.js';
import type { Sheet } from '../sheet.js';

/** A reference as a card. */
export function drawReference(sheet: Sheet, ref: ContentRef): Element {
  const { target, link } = followed(sheet, ref);
  if (!target) return h('p', { class: 'ref missing' }, sheet.words.missing);
  sheet.spend(target.title + (target.description ?? ''));
  return h(
    link ? 'a' : 'p',
    { ...link, class: 'ref' },
    drawEmoji(target.emoji),
    h('span', { class: 'name' }, target.title),
    target.description !== undefined &&
      target.description !== '' &&
      h('span', { class: 'description' }, target.description),
  );
}

/** A reusable content in its place. One that is missing leaves nothing. */
export function drawContent(sheet: Sheet, ref: ContentRef): Child {
  const content = sheet.context.content(ref);
  return content ? sheet.content(content) : null;
}
