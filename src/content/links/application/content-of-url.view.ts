import type { CollectionView } from '../../contract/collection.view.js';
import type { SpaceView } from '../../contract/space.view.js';
import type { PageView } from '../../revisions/application/page.view.js';
import type { ChangeRequestView } from '../../revisions/application/change-request.view.js';

/** A collection that an address shows. */
export class CollectionOfUrlView {
  collection!: CollectionView;
}

/** A space that an address shows, and what of it. */
export class SpaceOfUrlView {
  space!: SpaceView;
  changeRequest?: ChangeRequestView;
  /** The page that the address names. */
  page?: PageView;
}
