import type { ContentRef } from '#rich-document';
import { namesHost, safeHref } from '../addresses.js';
import type { Target } from '../context.js';
import type { Attributes } from '../element.js';
import type { Sheet } from '../sheet.js';

/** The id of the words that say that a link opens a tab of its own, which are on the page once. */
export const NEW_TAB = '_new-tab';

/** The attributes of a link to an address; undefined if nothing may lead there. */
export function linkTo(address: string | undefined, isOutside = false): Attributes | undefined {
  const href = address === undefined ? undefined : safeHref(address);
  if (href === undefined) return undefined;
  return isOutside && namesHost(href) ? { href, rel: 'noopener' } : { href };
}

/** What a reference leads to, and the attributes of a link there if there may be one. */
export function followed(sheet: Sheet, ref: ContentRef): { target?: Target; link?: Attributes } {
  const target = sheet.context.target(ref);
  const isOutside = target?.kind === 'url';
  const link = target && linkTo(target.href, isOutside);
  if (link && isOutside && sheet.context.newTabs === true && namesHost(target.href))
    Object.assign(link, { target: '_blank', 'aria-describedby': NEW_TAB });
  return { ...(target ? { target } : {}), ...(link ? { link } : {}) };
}
