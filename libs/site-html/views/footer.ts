import { h, type Child, type Element } from '#page-html';
import type { SiteFrame } from '../model.js';
import { filled } from '../words/site-words.js';
import type { Desk } from './desk.js';
import { linkList, logo, titled } from './links.js';
import { drawSocial } from './social.js';

const PRODUCT = 'Quire';

/** The end of every page; nothing where a site says nothing there. */
export function drawFooter(desk: Desk, { title, footer }: SiteFrame): Child {
  const social = footer.social.filter((one) => !one.header);
  const { words } = desk;
  const small: Child[] = [
    footer.copyright !== undefined && footer.copyright !== '' && h('p', null, footer.copyright),
    footer.privacy !== undefined && h('p', null, titled(desk, { title: words.privacy, href: footer.privacy })),
    footer.trademark && h('p', null, filled(words.trademark, { name: PRODUCT })),
    social.length > 0 && drawSocial(desk, social),
  ].filter((one) => one !== false);
  if (small.length === 0 && footer.groups.length === 0 && !footer.logo) return null;
  return h(
    'footer',
    { class: 'foot' },
    (footer.logo || footer.groups.length > 0) && drawGroups(desk, title, footer),
    small.length > 0 && h('div', { class: 'small' }, ...small),
  );
}

const drawGroups = (desk: Desk, title: string, { logo: picture, groups }: SiteFrame['footer']): Element =>
  h(
    'div',
    { class: 'groups' },
    picture && h('div', null, logo(picture, title)),
    ...groups.map((group, index) =>
      h(
        'nav',
        { 'aria-labelledby': `_footer-${index + 1}` },
        h('p', { id: `_footer-${index + 1}` }, group.title),
        linkList(desk, group.links),
      ),
    ),
  );
