import type { Tabs } from '#rich-document';
import { classes, h, type Child, type Element } from '../element.js';
import { drawIcon } from '../inlines/signs.js';
import type { Sheet } from '../sheet.js';

/**
 * Tabs as radio buttons, each followed by its label and its panel: the style sheet shows the panel of the one that is
 * chosen, so that they need no script.
 */
export function drawTabs(sheet: Sheet, { data, nodes }: Tabs): Element {
  const name = sheet.ids.take('tabs');
  const tabs = nodes.map((item, index): Child => {
    const { title, icon, slug } = item.data;
    const id = slug !== undefined && slug !== '' ? sheet.tabInput(slug) : sheet.ids.take(`${name}-${index + 1}`);
    const words = title === undefined || title.trim() === '' ? `${sheet.words.tab} ${index + 1}` : title;
    sheet.spend(words);
    const attributes = { type: 'radio', name, id, checked: index === 0, 'data-slug': slug === '' ? undefined : slug };
    return [
      h('input', attributes),
      h('label', { for: id }, drawIcon(sheet, icon), words),
      h('div', { class: 'tab', id: sheet.anchor(item) }, sheet.block(item)),
    ];
  });
  const label = sheet.numbered(sheet.words.tabs);
  return h(
    'div',
    { class: classes('tabs', data.fullWidth && 'wide'), role: 'radiogroup', 'aria-label': label },
    ...tabs,
  );
}
