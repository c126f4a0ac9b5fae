import type { ContentKind } from '../permission/grants.js';

/** A collection of an organization, or the organization itself (`parent` null): where things can stand. */
export interface Holder {
  organizationId: string;
  parent: string | null;
}

/** Where a space or a collection stands: in what, and at which rank among all that stands there. */
export interface Place {
  /** A collection; `null` right in the organization. */
  parent: string | null;
  rank: string;
}

/** The ranks between which there is room; `null` at an end. */
export interface Gap {
  before: string | null;
  after: string | null;
}

/** A space or a collection that stands somewhere. */
export interface Standing {
  kind: ContentKind;
  id: string;
}

/** How many collections may stand in each other. */
export const MAX_DEPTH = 30;

/** The order in which spaces and collections stand in collections and organizations; deleted spaces keep theirs. */
export abstract class Places {
  /**
   * Until the transaction ends nobody else creates, moves, deletes or transfers anything in these organizations that has
   * a place. To be called before what is to get another place is read, and before any row is locked.
   */
  abstract hold(...organizationIds: string[]): Promise<void>;
  /** The room behind all that stands there, but for what is being moved. */
  abstract behindAll(holder: Holder, moved?: string): Promise<Gap>;
  /** The room on one side of what stands there; what is being moved does not limit it. */
  abstract beside(holder: Holder, neighbour: Standing, side: 'before' | 'after', moved: string): Promise<Gap>;
  /** What stands there, in its order. */
  abstract standing(holder: Holder): Promise<Standing[]>;
  /** How many collections stand in each other at most, from this one downwards: 1 where none is in it. */
  abstract height(organizationId: string, collectionId: string): Promise<number>;
}
