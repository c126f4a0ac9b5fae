import { h, safeHref, type Element } from '#page-html';
import type { SiteFrame } from '../model.js';
import type { Desk } from './desk.js';
import { sign } from './signs.js';

/** The choice of light, dark or what the system has, as a form. */
export function drawTheme(desk: Desk, { theme, themeAction, here }: SiteFrame): Element {
  const words = desk.words.theme;
  const chosen = theme.chosen ?? theme.byDefault;
  return h(
    'form',
    { class: 'theme', method: 'post', action: safeHref(themeAction) ?? '', 'aria-label': words.name },
    h('input', { type: 'hidden', name: 'back', value: here }),
    ...(['light', 'system', 'dark'] as const).map((one) =>
      h(
        'button',
        {
          class: 'plain',
          name: 'theme',
          value: one,
          title: words[one],
          'aria-label': words[one],
          'aria-pressed': one === chosen ? 'true' : 'false',
        },
        sign(one),
      ),
    ),
  );
}
