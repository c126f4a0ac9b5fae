import { classes, h, safeHref, safeSrc, type Attributes, type Child, type Element } from '#page-html';
import type { FrameLink, ThemedPicture } from '../model.js';
import type { Desk } from './desk.js';
import { said, sign } from './signs.js';

interface Named {
  class?: string | undefined;
}
type Led = Pick<FrameLink, 'current' | 'blank'> & { href?: string | undefined };

/** A link with its content; an element without a link where the address is not safe or there is none. */
export function link(desk: Desk, to: Led, attributes: Attributes, ...content: Child[]): Element {
  const href = to.href === undefined ? undefined : safeHref(to.href);
  if (href === undefined) return h('span', attributes, ...content);
  const blank = to.blank === true ? { target: '_blank', rel: 'noopener' } : {};
  const current = to.current === true ? { 'aria-current': 'page' } : {};
  return h(
    'a',
    { href, ...blank, ...current, ...attributes },
    ...content,
    to.blank === true && said(` (${desk.words.newTab})`),
  );
}

export const titled = (desk: Desk, to: FrameLink, attributes: Attributes = {}): Element =>
  link(desk, to, attributes, to.title);

/** Links one below the other. */
export const linkList = (desk: Desk, links: readonly FrameLink[], attributes: Attributes = {}): Element =>
  h('ul', attributes, ...links.map((one) => h('li', null, titled(desk, one))));

/** A button that opens a menu without a script. */
export function menu(id: string, attributes: Attributes & Named, button: Child[], ...content: Child[]): Child {
  const { class: name, ...others } = attributes;
  return [
    h(
      'button',
      { type: 'button', popovertarget: id, class: classes('plain', name), ...others },
      ...button,
      h('span', { class: 'opens' }, sign('down')),
    ),
    h('div', { id, popover: 'auto', class: 'menu' }, ...content),
  ];
}

/** A picture, or one for each theme. Nothing is drawn whose address is not safe. */
export function themedPicture(
  { light, dark }: { light: string; dark?: string | undefined },
  attributes: Attributes & Named,
): Child {
  const { class: name, ...others } = attributes;
  const one = (address: string, theme: string | undefined): Child => {
    const src = safeSrc(address);
    return src !== undefined && h('img', { src, ...others, class: classes(theme, name) });
  };
  if (dark === undefined || dark === light) return one(light, undefined);
  return [one(light, 'light'), one(dark, 'dark')];
}

/** A site's sign beside its title, or in its place. */
export const logo = (picture: ThemedPicture, title: string): Child =>
  themedPicture(picture, { alt: title, class: 'logo' });
