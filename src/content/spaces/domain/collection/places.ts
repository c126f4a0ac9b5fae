import type { ContentKind } from '../permission/grants.js';

/** The parent of spaces and collections: a collection, or the organization itself (`parent` null). */
export interface Container {
  organizationId: string;
  parent: string | null;
}

/** The place of a space or collection: its parent and its rank among its siblings. */
export interface Place {
  /** The id of the parent collection; `null` at the root of the organization. */
  parent: string | null;
  rank: string;
}

/** The ranks of the two neighbours of a free place; `null` at an end. */
export interface Gap {
  before: string | null;
  after: string | null;
}

/** A space or collection as an item of its parent. */
export interface ContentItem {
  kind: ContentKind;
  id: string;
}

/** How many levels of collections there may be. */
export const MAX_DEPTH = 30;

/** The order of spaces and collections in their parents. Deleted spaces keep their places. */
export abstract class Places {
  /**
   * Locks all places in these organizations until the transaction ends: no other transaction creates, moves, deletes or
   * transfers items there. Call it before reading an item that is to be moved, and before locking any row.
   */
  abstract lock(...organizationIds: string[]): Promise<void>;
  /** The gap after the last item, not counting the one that is being moved. */
  abstract gapAtEnd(container: Container, moved?: string): Promise<Gap>;
  /** The gap on one side of an item, not counting the one that is being moved. */
  abstract gapBeside(
    container: Container,
    neighbour: ContentItem,
    side: 'before' | 'after',
    moved: string,
  ): Promise<Gap>;
  /** The items of a parent, in their order. */
  abstract items(container: Container): Promise<ContentItem[]>;
  /** How many levels of collections there are from this one downwards: 1 where it contains none. */
  abstract height(organizationId: string, collectionId: string): Promise<number>;
}
