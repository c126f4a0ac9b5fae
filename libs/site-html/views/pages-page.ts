import { group, h, safeHref, type Child, type Element } from '#page-html';
import type { PagesPage } from '../model.js';
import type { Desk } from './desk.js';
import { linkList, titled } from './links.js';

/** The list of all pages: those of the top level, then those below each. */
export function drawPages(desk: Desk, page: PagesPage): Element {
  return group(
    h('div', { class: 'opening' }, h('h1', null, desk.words.allPages)),
    ...page.groups.map((one) => drawGroup(desk, one)),
    drawParts(desk, page),
  );
}

function drawGroup(desk: Desk, { path, links }: PagesPage['groups'][number]): Element {
  const own = path.at(-1);
  return h(
    'section',
    { class: 'listed' },
    path.length > 1 &&
      h(
        'p',
        { class: 'path' },
        path
          .slice(0, -1)
          .map(({ title }) => title)
          .join(' › '),
      ),
    own && h('h2', null, titled(desk, { ...own, blank: false })),
    linkList(desk, links),
  );
}

function drawParts(desk: Desk, { previous, next }: PagesPage): Child {
  if ((previous ?? next) === undefined) return null;
  const step = (address: string | undefined, rel: 'prev' | 'next', title: string): Child => {
    const href = address === undefined ? undefined : safeHref(address);
    return href !== undefined && h('a', { href, rel, class: 'button' }, title);
  };
  return h(
    'nav',
    { class: 'parts', 'aria-label': desk.words.landmarks.pagination },
    step(previous, 'prev', desk.words.previous),
    step(next, 'next', desk.words.next),
  );
}
