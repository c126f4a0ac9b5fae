import type { Button } from '#rich-document';
import { classes, h, type Child } from '../element.js';
import type { Sheet } from '../sheet.js';
import { followed, linkTo } from './links.js';
import { drawIcon } from './signs.js';

/** A button is a link, or the label of the tab that it selects; one that leads nowhere is a text. */
export function drawButton(sheet: Sheet, { data }: Button): Child {
  sheet.spend(data.label);
  const size = data.size === 'small' || data.size === 'large' ? data.size : undefined;
  const attributes = { class: classes('button', data.kind === 'primary' ? 'primary' : 'secondary', size) };
  const content = [drawIcon(sheet, data.icon), data.label];
  const { action, ref } = data;
  if (action?.action === 'select') return h('label', { ...attributes, for: sheet.tab(action.slug) }, ...content);
  const link = action ? linkTo(sheet.context.action(action)) : ref && followed(sheet, ref).link;
  if (!link) return h('span', attributes, ...content);
  return h('a', { ...link, ...attributes, 'data-action': action?.action, 'data-query': action?.query }, ...content);
}
