import { classes, h, safeHref, type Child, type Element } from '#page-html';
import type { FrameMenu, SiteFrame } from '../model.js';
import type { Desk } from './desk.js';
import { drawSearchForm } from './search-form.js';
import { drawSections } from './sections.js';
import { link, linkList, logo, menu, titled } from './links.js';
import { emojiOrIcon, iconButton, sign } from './signs.js';
import { drawSocial } from './social.js';
import { drawTheme } from './theme.js';

/**
 * The top of every page. Its links are a menu on phones, which opens without a script: the same elements are in a row
 * where there is room.
 */
export function drawHeader(desk: Desk, frame: SiteFrame, hasTree: boolean): Element {
  const { words } = desk;
  const links = extras(desk, frame);
  return h(
    'header',
    { class: classes('top', frame.sections.length > 0 && 'with-sections') },
    h(
      'div',
      { class: 'bar' },
      hasTree && iconButton(words.menu, 'menu', { popovertarget: '_tree', class: 'to-tree' }),
      drawHome(desk, frame),
      drawSearchForm(desk, frame, { id: '_q', className: frame.search?.style ?? '' }),
      links.length > 0 && iconButton(words.landmarks.header, 'more', { popovertarget: '_more', class: 'to-more' }),
      links.length > 0 && h('div', { id: '_more', popover: 'auto', class: 'extras' }, ...links),
    ),
    drawSections(desk, frame.sections),
  );
}

function drawHome(desk: Desk, { root, home = root, logo: picture, emoji, title }: SiteFrame): Element {
  const content = picture ? logo(picture, title) : [emojiOrIcon(desk, { emoji }), h('span', null, title)];
  return link(desk, { href: home }, { class: 'home' }, content);
}

/** What gives way on phones: links, accounts, variants, the theme and the way out. */
function extras(desk: Desk, frame: SiteFrame): Child[] {
  const inHeader = frame.footer.social.filter(({ header }) => header);
  return [
    frame.header.length > 0 &&
      h(
        'nav',
        { 'aria-label': desk.words.landmarks.header },
        h('ul', null, ...frame.header.map((item, index) => h('li', null, drawItem(desk, item, `_link-${index + 1}`)))),
      ),
    inHeader.length > 0 && drawSocial(desk, inHeader),
    frame.variants.length > 1 && drawVariants(desk, frame),
    frame.theme.toggleable && drawTheme(desk, frame),
    drawSignOut(desk, frame.signOut),
  ].filter((one) => one !== false && one !== null);
}

function drawItem(desk: Desk, item: FrameMenu, id: string): Child {
  const style = item.style === undefined || item.style === 'link' ? undefined : item.style.replace('button-', '');
  if (item.links.length === 0)
    return titled(desk, { ...item, href: item.href ?? '' }, { class: style && `button small ${style}` });
  const own = item.href === undefined ? [] : [{ title: item.title, href: item.href, blank: item.blank }];
  return menu(id, { class: style && `button small ${style}` }, [item.title], linkList(desk, [...own, ...item.links]));
}

/** Versions, or languages. */
function drawVariants(desk: Desk, { variants, variantKind }: SiteFrame): Element {
  const current = variants.find((one) => one.current === true);
  const name = desk.words[variantKind];
  return h(
    'div',
    { class: 'variants' },
    menu(
      '_variants',
      { 'aria-label': current ? `${name}: ${current.title}` : name },
      [sign(variantKind), h('span', null, current?.title ?? name)],
      linkList(desk, variants),
    ),
  );
}

function drawSignOut(desk: Desk, address: string | undefined): Child {
  const href = address === undefined ? undefined : safeHref(address);
  return href !== undefined && h('a', { class: 'sign-out', href }, desk.words.signOut);
}

/** What is previewed, above everything. */
export function drawPreview(desk: Desk, { preview }: SiteFrame): Child {
  if (!preview) return null;
  const [before = '', after = ''] = desk.words.preview.split('{title}');
  return h(
    'aside',
    { class: 'preview', 'aria-label': desk.words.preview.replace('{title}', '').trim() },
    before,
    preview.href === undefined ? h('strong', null, preview.title) : titled(desk, { ...preview, href: preview.href }),
    after,
  );
}

export function drawAnnouncement(desk: Desk, { announcement }: SiteFrame): Child {
  if (!announcement) return null;
  const { message, style, link: to } = announcement;
  return h(
    'aside',
    { class: classes('announcement', style), 'aria-label': desk.words.landmarks.announcement },
    h('p', null, message, to && [' ', titled(desk, to)]),
  );
}

export const skipLink = (desk: Desk): Element => h('a', { class: 'skip', href: '#_main' }, desk.words.skip);
