import type { PagesSource } from '../../../revisions/domain/computed/pages-source.js';

/** Where an entry of the table of contents leads, in paths of the tree. */
export type OutlineTarget =
  | { kind: 'url'; url: string }
  | { kind: 'file'; path: string }
  | { kind: 'page'; path: string; anchor?: string }
  /** An address from the root of the site, looked up once the pages have their slugs. */
  | { kind: 'site'; href: string };

/** A page in the table of contents, before it has an id; the table is written in a file or derived from folders. */
export interface OutlineNode {
  type: 'document' | 'group' | 'link' | 'computed';
  title: string;
  titleFrom: 'summary' | 'name';
  linkTitle?: string;
  /** The slug of a page whose slug does not come from a file. */
  slug?: string;
  /** Of a document: its Markdown. */
  path?: string;
  /** Of a document page or group that is derived from a folder only. */
  folder?: string;
  /** Of a computed page. */
  computed?: PagesSource;
  /** Of a link. */
  target?: OutlineTarget;
  nodes: OutlineNode[];
}
