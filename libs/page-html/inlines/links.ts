import type { ContentRef } from '#rich-document';
import { namesHost, safeHref } from '../addresses.js';
import type { Target } from '../context.js';
import type { Attributes } from '../element.js';
import type { Sheet } from '../sheet.js';

/** The attributes of a link to an address; undefined if nothing may lead there. */
export function linkTo(address: string | undefined, isOutside = false): Attributes | undefined {
  const href = address === undefined ? undefined : safeHref(address);
  if (href === undefined) return undefined;
  return isOutside && namesHost(href) ? { href, rel: 'noopener' } : { href };
}

/** What a reference leads to, and the attributes of a link there if there may be one. */
export function followed(sheet: Sheet, ref: ContentRef): { target?: Target; link?: Attributes } {
  const target = sheet.context.target(ref);
  const link = target && linkTo(target.href, target.kind === 'url');
  return { ...(target ? { target } : {}), ...(link ? { link } : {}) };
}
