export class CollectionUrls {
  /**
   * Address of the collection in the API.
   * @example https://docs.example.com/v1/collections/0VbbUBv5Mf8WnTa4PqAd
   */
  location!: string;
  /**
   * Address of the collection in the browser.
   * @example https://docs.example.com/c/0VbbUBv5Mf8WnTa4PqAd/
   */
  app!: string;
}

/** What the caller may do with a collection. */
export class CollectionPermissions {
  /** @example true */
  view!: boolean;
  /** @example true */
  admin!: boolean;
  /** @example true */
  viewInviteLinks!: boolean;
  /**
   * Whether they may create spaces and collections in it.
   * @example true
   */
  create!: boolean;
}

/** Spaces and other collections that stand together. */
export class CollectionView {
  object!: 'collection';
  /** @example 0VbbUBv5Mf8WnTa4PqAd */
  id!: string;
  /** @example Products */
  title!: string;
  /** @example "What customers read" */
  description?: string;
  /**
   * The organization that owns it.
   * @example 0VbbU3z1Hn6PwDs8RtKe
   */
  organization!: string;
  /** The collection it stands in. */
  parent?: string;
  /**
   * What members of the organization may do by default with what it holds: a role, `inherit`, or null for nothing.
   * @example inherit
   */
  defaultLevel!: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'inherit' | null;
  urls!: CollectionUrls;
  permissions!: CollectionPermissions;
}
