import { h, type Child } from '#page-html';
import type { DocumentPage } from '../model.js';
import type { Desk } from './desk.js';

/** What is left of a character that was cut in two: it can be no part of an address. */
const HALF_CHARACTER = /[\ud800-\udfff]/gu;

/** The headings of a page beside it. */
export function drawOutline(desk: Desk, { outline, layout }: DocumentPage): Child {
  if (!layout.outline || outline.length === 0) return null;
  return h(
    'nav',
    { class: 'outline', 'aria-labelledby': '_outline' },
    h('p', { id: '_outline' }, desk.words.onThisPage),
    h(
      'ul',
      null,
      ...outline.map(({ id, text, level }) =>
        h(
          'li',
          { class: level > 1 && `level-${level}` },
          h('a', { href: `#${encodeURIComponent(id.replace(HALF_CHARACTER, '\ufffd'))}` }, text),
        ),
      ),
    ),
  );
}
