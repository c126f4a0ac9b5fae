import type { OrganizationView, UserView } from '#organization';
import type { CollectionView } from '../../contract/collection.view.js';
import type { SpaceView } from '../../contract/space.view.js';
import type { ChangeRequestView } from '../../revisions/application/change-request.view.js';
import type { FileView } from '../../revisions/application/file.view.js';
import type { PageView } from '../../revisions/application/page.view.js';
import type { ReusableContentView, RevisionUrls } from '../../revisions/application/revision.view.js';

/** A revision without its content. */
export class LinkedRevisionView {
  object!: 'revision';
  /** @example 0VbbU6p8Fe3RwAu9LmYb */
  id!: string;
  /** @example edits */
  type!: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
  /**
   * Ids of the revisions it was made from.
   * @example ["0VbbU5n7Ed9XyZt3PqRs"]
   */
  parents!: string[];
  /** @example 2026-02-03T14:05:10.250Z */
  createdAt!: string;
  urls!: RevisionUrls;
}

/** Something is looked at in the content of a space. */
export class RevisionContextView {
  type!: 'revision';
  revision!: LinkedRevisionView;
}

/** Something is looked at in the content of a change request. */
export class ChangeRequestContextView {
  type!: 'changeRequest';
  changeRequest!: ChangeRequestView;
}

export type VersionContextView = RevisionContextView | ChangeRequestContextView;

/** A heading, or another place that has an anchor. */
export class AnchorLocationView {
  type!: 'anchor';
  /** @example install */
  anchor!: string;
}

/** A block. */
export class NodeLocationView {
  type!: 'node';
  /**
   * The key of the block.
   * @example P7F2n0Jr2aO
   */
  node!: string;
}

export class PageLocationView {
  kind!: 'page';
  organization!: OrganizationView;
  space!: SpaceView;
  /** The page without the pages below it. */
  page!: PageView;
  versionContext?: VersionContextView;
  internalLocation?: AnchorLocationView | NodeLocationView;
}

export class FileLocationView {
  kind!: 'file';
  organization!: OrganizationView;
  space!: SpaceView;
  file!: FileView;
  versionContext?: VersionContextView;
}

export class ReusableContentLocationView {
  kind!: 'reusable-content';
  organization!: OrganizationView;
  space!: SpaceView;
  reusableContent!: ReusableContentView;
  versionContext?: VersionContextView;
}

export class UrlLocationView {
  kind!: 'url';
  /** @example https://example.com/install */
  url!: string;
}

export class UserLocationView {
  kind!: 'user';
  user!: UserView;
}

export class CollectionLocationView {
  kind!: 'collection';
  organization!: OrganizationView;
  collection!: CollectionView;
}

export class SpaceLocationView {
  kind!: 'space';
  organization!: OrganizationView;
  space!: SpaceView;
}

export class OpenAPILocationView {
  kind!: 'openapi';
  organization!: OrganizationView;
  // As the context that keeps specifications shows it.
  openAPISpec!: object;
}

/** Something that is linked to, or from. */
export type LocationView =
  | PageLocationView
  | FileLocationView
  | ReusableContentLocationView
  | UrlLocationView
  | UserLocationView
  | CollectionLocationView
  | SpaceLocationView
  | OpenAPILocationView;

/** What is linked to, and from where. */
export class LinkView {
  /**
   * `ok`: it is there. `broken`: it is not, or the caller may not see it. `in-app`: an address of this server.
   * @example ok
   */
  status!: 'ok' | 'broken' | 'in-app';
  /**
   * `dependsOn`: it is shown in the place of the link. `reference`: it is only referred to.
   * @example reference
   */
  relation!: 'reference' | 'dependsOn';
  /** What is linked to; absent where that is unknown. */
  targetReference?: LocationView;
  /** From where: one for each block. */
  locationReferences!: LocationView[];
}

export class BrokenLinksView {
  /** @example 1 */
  total!: number;
  /**
   * How many of them are not broken in the space; told of change requests.
   * @example 1
   */
  changeRequest?: number;
}

/** Counts of links: each block that links to something is one. */
export class LinkStatsView {
  /** @example 12 */
  total!: number;
  broken!: BrokenLinksView;
}

export class NextPageView {
  /**
   * Send it as `page` to get the page that follows.
   * @example eyJrIjpbIjBWYmJVNW43RWQyUXZadDhLbFhhIl19
   */
  page!: string;
}

/** A page of a list of links, with counts of all that the list is about, whatever the filter. */
export class LinksView {
  stats!: LinkStatsView;
  items!: LinkView[];
  /**
   * How many items this answer carries.
   * @example 1
   */
  count!: number;
  /** Absent on the last page. */
  next?: NextPageView;
}
