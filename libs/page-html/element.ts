import { Fragment, h as element, type Child, type Element } from 'preact';
import { renderToString } from 'preact-render-to-string';

export type { Child, Element };

/**
 * Attributes as HTML names them. There is no `style`: the pages are served under a policy that refuses such attributes.
 * Numbers and texts are escaped; `false` and undefined leave an attribute out.
 */
export interface Attributes {
  [name: string]: string | number | boolean | undefined;
  style?: never;
  dangerouslySetInnerHTML?: never;
}

/** An element with its attributes and children. Texts among them are escaped when it is written. */
export const h = (name: string, attributes: Attributes | null, ...children: Child[]): Element =>
  element(name, attributes, ...children);

/** Children one after the other, without an element around them. */
export const group = (...children: Child[]): Element => element(Fragment, null, ...children);

/** HTML that is put in as it is, in an element of its own. Only for what the caller of the library has drawn. */
export const drawn = (html: string, className: string): Element =>
  element('div', { class: className, dangerouslySetInnerHTML: { __html: html } });

export const write = (node: Element): string => renderToString(node);

/** The classes that apply, as one attribute; none at all leaves it out. */
export function classes(...names: (string | false | undefined)[]): string | undefined {
  const given = names.filter((name) => name !== undefined && name !== false && name !== '');
  return given.length === 0 ? undefined : given.join(' ');
}
