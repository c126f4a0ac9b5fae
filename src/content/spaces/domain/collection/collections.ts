import type { Caller } from '#kernel/application/caller';
import type { Role } from '#permissions';
import type { VisibilityChange } from '../space/space-visibility.js';
import type { Collection } from './collection.js';
import type { ContentItem } from './places.js';

/** A collection with a caller's role on it; without a role, the caller must not learn that it exists. */
export interface CollectionWithRole {
  collection: Collection;
  role: Role | undefined;
  /** Its own id and those of the collections above it, the nearest first. */
  chain: readonly string[];
}

/** The collections, as aggregates. */
export abstract class Collections {
  abstract findWithRole(caller: Caller, id: string): Promise<CollectionWithRole | undefined>;
  abstract save(collection: Collection): Promise<void>;
  /**
   * Removes a collection for good, with the grants on it. Its items move to its parent, at these ranks. Returns how
   * that changes the visibility of its spaces.
   */
  abstract dissolve(
    collection: Collection,
    contents: readonly (ContentItem & { rank: string })[],
    now: Date,
  ): Promise<VisibilityChange[]>;
}
