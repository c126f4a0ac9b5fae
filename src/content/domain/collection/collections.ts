import type { Caller } from '#kernel/application/caller';
import type { Role } from '#permissions';
import type { Collection } from './collection.js';

/** A collection, with the role that somebody has on it; they may not know of it where they have none. */
export interface HeldCollection {
  collection: Collection;
  role: Role | undefined;
}

/** The collections, as aggregates. */
export abstract class Collections {
  abstract held(caller: Caller, id: string): Promise<HeldCollection | undefined>;
  abstract save(collection: Collection): Promise<void>;
}
