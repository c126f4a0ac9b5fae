import { h, type Child } from '#page-html';
import type { Sheet } from '../sheet.js';

export interface Tab {
  label: Child;
  /** Tabs of one slug may be chosen together. */
  slug?: string;
  content: Child;
}

/**
 * Tabs as radio buttons, each followed by its label and its panel: the style sheet shows the panel of the one that is
 * chosen. A single tab is its label above its panel.
 */
export function drawTabs(sheet: Sheet, kind: string, label: string, tabs: readonly Tab[]): Child {
  const [only, ...others] = tabs;
  if (only === undefined) return null;
  if (others.length === 0) return [h('p', { class: 'api-tab-label' }, only.label), only.content];
  const name = sheet.id(kind);
  return h(
    'div',
    { class: 'api-tabs', role: 'radiogroup', 'aria-label': label },
    ...tabs.map(({ label: words, slug, content }, index) => {
      const id = `${name}-${index + 1}`;
      return [
        h('input', { type: 'radio', name, id, checked: index === 0, 'data-slug': slug }),
        h('label', { for: id }, words),
        h('div', { class: 'api-tab' }, content),
      ];
    }),
  );
}
