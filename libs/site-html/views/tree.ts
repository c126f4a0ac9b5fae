import { classes, h, type Child, type Element } from '#page-html';
import type { TreeEntry } from '../model.js';
import type { Desk } from './desk.js';
import { link, titled } from './links.js';
import { emojiOrIcon, iconButton } from './signs.js';

/** The pages of a section. On phones the button in the header opens it over the page. */
export function drawTree(desk: Desk, tree: readonly TreeEntry[], allPages?: string): Element {
  const { words } = desk;
  return h(
    'nav',
    { id: '_tree', class: 'tree', popover: 'auto', 'aria-label': words.landmarks.tree },
    iconButton(words.close, 'close', { popovertarget: '_tree', popovertargetaction: 'hide', class: 'close' }),
    drawEntries(desk, tree),
    allPages !== undefined && h('p', { class: 'all-pages' }, titled(desk, { title: words.allPages, href: allPages })),
  );
}

const drawEntries = (desk: Desk, entries: readonly TreeEntry[]): Element =>
  h('ul', null, ...entries.map((entry) => drawEntry(desk, entry)));

/** An entry is marked that has others below it, and one that is open. */
function drawEntry(desk: Desk, entry: TreeEntry): Element {
  const name = classes(entry.kind === 'group' && 'group', entry.parent && 'parent', entry.open && 'open');
  const content: Child[] = [emojiOrIcon(desk, entry), h('span', null, entry.title)];
  return h(
    'li',
    { class: name },
    entry.kind === 'group' && entry.href === undefined ? h('p', null, ...content) : link(desk, entry, {}, ...content),
    entry.children.length > 0 && drawEntries(desk, entry.children),
  );
}
