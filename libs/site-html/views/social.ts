import { h, type Element } from '#page-html';
import type { SiteFrame } from '../model.js';
import type { Desk } from './desk.js';
import { link } from './links.js';
import { icon, said } from './signs.js';

/** Names as the platforms write them, where a capital letter is not enough. */
const NAMES = new Map([
  ['github', 'GitHub'],
  ['linkedin', 'LinkedIn'],
  ['tiktok', 'TikTok'],
  ['twitter', 'X'],
  ['youtube', 'YouTube'],
]);
/** Icons that are not called as their platform is. */
const ICONS = new Map([['twitter', 'x-twitter']]);

const nameOf = (platform: string): string =>
  NAMES.get(platform) ?? platform.charAt(0).toUpperCase() + platform.slice(1);

/** Accounts of a site elsewhere: icons, or names where there is none. */
export const drawSocial = (desk: Desk, accounts: SiteFrame['footer']['social']): Element =>
  h(
    'ul',
    { class: 'social' },
    ...accounts.map(({ platform, href }) => {
      const shape = icon(desk, ICONS.get(platform) ?? platform);
      const name = nameOf(platform);
      return h('li', null, link(desk, { href }, { rel: 'me noopener' }, shape, shape ? said(name) : name));
    }),
  );
