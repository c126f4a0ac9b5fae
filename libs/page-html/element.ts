/** An element of the page, as Preact keeps it until it is written. */
export interface Element {
  readonly type: unknown;
}
export type Child = Element | string | number | false | null | undefined | readonly Child[];

/**
 * Attributes as HTML names them. There is no `style`: the pages are served under a policy that refuses such attributes.
 * Numbers and texts are escaped; `false` and undefined leave an attribute out.
 */
export interface Attributes {
  [name: string]: string | number | boolean | undefined;
  style?: never;
  dangerouslySetInnerHTML?: never;
}

interface Preact {
  h(type: unknown, props: object | null, ...children: Child[]): Element;
  Fragment: unknown;
}
interface Writer {
  renderToString(node: Element): string;
}

/*
 * Imported by names that the compiler does not follow: the types of Preact bring those of browsers into every file of
 * the project, where `name` or `event` would be variables that exist nowhere. What is used of it is typed above.
 */
const load = (name: string): Promise<unknown> => import(name);
const preact = (await load('preact')) as Preact;
const writer = (await load('preact-render-to-string')) as Writer;

/** An element with its attributes and children. Texts among them are escaped when it is written. */
export const h = (name: string, attributes: Attributes | null, ...children: Child[]): Element =>
  preact.h(name, attributes, ...children);

/** Children one after the other, without an element around them. */
export const group = (...children: Child[]): Element => preact.h(preact.Fragment, null, ...children);

/** HTML that is put in as it is, in an element of its own. Only for what the caller of the library has drawn. */
export const drawn = (html: string, className: string): Element =>
  preact.h('div', { class: className, dangerouslySetInnerHTML: { __html: html } });

export const write = (node: Element): string => writer.renderToString(node);

/** The classes that apply, as one attribute; none at all leaves it out. */
export function classes(...names: (string | false | undefined)[]): string | undefined {
  const given = names.filter((name) => name !== undefined && name !== false && name !== '');
  return given.length === 0 ? undefined : given.join(' ');
}
