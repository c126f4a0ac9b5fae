/*
 * What is used of Preact. Its own types bring those of browsers into every file of the project, where `name` or `event`
 * would be variables that exist nowhere.
 */

/** An element of the page, as Preact keeps it until it is written. */
export interface Element {
  readonly type: unknown;
}
export type Child = Element | string | number | false | null | undefined | readonly Child[];

export function h(type: unknown, props: object | null, ...children: Child[]): Element;
export const Fragment: unknown;
