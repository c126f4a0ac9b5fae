import type { Caller } from '#kernel/application/caller';
import type { JsonText } from '#kernel/application/json-text';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { CollectionView } from '../../../contract/collection.view.js';

/** One collection that the caller may see. Throws NotFound for any other. */
export class GetCollection extends Query<CollectionView> {
  constructor(
    readonly caller: Caller,
    readonly collectionId: string,
  ) {
    super();
  }
}

/**
 * The collections of an organization that the caller may see, the oldest first; with `nested`, also those inside other
 * collections.
 */
export class ListCollections extends Query<Page<CollectionView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly nested: boolean,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** The spaces directly in a collection that the caller may see, in their order. A page of `SpaceView`. */
export class ListSpacesOfCollection extends Query<JsonText> {
  constructor(
    readonly caller: Caller,
    readonly collectionId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}
