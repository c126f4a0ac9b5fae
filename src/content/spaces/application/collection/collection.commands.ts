import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { CollectionChanges } from '../../domain/collection/collection.js';
import type { WantedPlace } from './find-place.js';

/** The fields of a collection that a caller may change. */
export type CollectionFieldChanges = CollectionChanges;

/** Creates a collection, in another one or at the root of the organization. Returns its id. */
@Audits('collection.created')
export class CreateCollection extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly collection: { title?: string | undefined; parent?: string | undefined },
  ) {
    super();
  }
}

/** Changes a collection's own fields. */
@Audits('collection.updated')
export class UpdateCollection extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly collectionId: string,
    readonly changes: CollectionChanges,
  ) {
    super();
  }
}

/** Moves a collection, with everything in it, to another place in its organization. */
@Audits('collection.moved')
export class MoveCollection extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly collectionId: string,
    readonly place: WantedPlace,
  ) {
    super();
  }
}

/**
 * Deletes a collection; the items in it move to its place. Deleting an unknown or already deleted collection is no
 * error.
 */
@Audits('collection.deleted')
export class DeleteCollection extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly collectionId: string,
  ) {
    super();
  }
}
