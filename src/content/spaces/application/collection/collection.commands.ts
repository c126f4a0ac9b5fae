import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { CollectionChanges } from '../../domain/collection/collection.js';
import type { WantedPlace } from './find-place.js';

/** What a caller may change of a collection. */
export type CollectionFieldChanges = CollectionChanges;

/** Creates a collection, in another one or right in the organization; answers its id. */
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

/** Gives a collection another place in its organization, with all it holds. */
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
 * Deletes a collection; what it holds comes to stand where it stood. Deleting what is unknown or deleted already is no
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
