import type { PageRecord } from '../page/page-record.js';
import type { SpreadMap } from './spread-map.js';

/** The fields of a page that the tree needs. */
export type TreeRecord = Pick<PageRecord, 'id' | 'type' | 'parent' | 'rank' | 'slug' | 'condition'>;

/** A page in its place. Never changes, and is shared by the trees of several revisions. */
export interface PageNode<R extends TreeRecord = PageRecord> {
  readonly record: R;
  /** The id of the parent page, which differs from `record.parent` when that one does not exist. */
  readonly parentId: string | null;
  /** In their order. */
  readonly pages: readonly PageNode<R>[];
  /**
   * The slugs of the ancestors and its own, joined by `/`; pages without an address (links, computed sources) have
   * none.
   */
  readonly path: string | undefined;
  /** The number of pages in its branch: itself and all below it. */
  readonly size: number;
  /** How many of these have a condition. */
  readonly conditions: number;
}

/** What a tree consists of. */
export interface TreeParts<R extends TreeRecord> {
  /** The pages at the root, in order. */
  readonly roots: readonly PageNode<R>[];
  readonly nodes: SpreadMap<PageNode<R>>;
  /** The ids of pages by their paths. */
  readonly paths: SpreadMap<string>;
  /** Whether every page is below the page that its record names, and no two pages have the same path. */
  readonly regular: boolean;
}

/** The order of siblings. */
export function inOrder({ record: a }: { record: TreeRecord }, { record: b }: { record: TreeRecord }): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

export const NO_PAGES: readonly never[] = [];
