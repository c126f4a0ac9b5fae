import type { SpaceMergeRules } from '#merge-rules';

export class SpaceUrls {
  /**
   * Address of the space in the API.
   * @example https://docs.example.com/v1/spaces/0VbbU5n7Ed2QvZt8KlXa
   */
  location!: string;
  /**
   * Address of the space in the browser.
   * @example https://docs.example.com/s/0VbbU5n7Ed2QvZt8KlXa/
   */
  app!: string;
  /** Where it is published, if it is. */
  published?: string;
  public?: string;
  /** Picture shown for the space instead of an emoji. */
  icon?: string;
}

/** What the caller may do with a space. */
export class SpacePermissions {
  view!: boolean;
  access!: boolean;
  admin!: boolean;
  viewInviteLinks!: boolean;
  edit!: boolean;
  triggerGitSync!: boolean;
  comment!: boolean;
  merge!: boolean;
  review!: boolean;
  installIntegration!: boolean;
}

/** The repository a space is kept in step with. */
export class GitSyncView {
  /** Its path on its host, such as `owner/name`. */
  repoName?: string;
  /** The host of a repository that the space is kept in step with, where it is one of these; else as it was told. */
  installationProvider?: 'github' | 'gitlab' | 'github-legacy';
  integration?: string;
  /**
   * Where files of the branch are shown, if the host is a known one or an import or export told it: their paths are put
   * behind it. Else the repository's address, without credentials.
   */
  url?: string;
  updatedAt!: string;
}

/** A body of pages and files, kept in immutable revisions. */
export class SpaceView {
  object!: 'space';
  /** @example 0VbbU5n7Ed2QvZt8KlXa */
  id!: string;
  /** @example Handbook */
  title!: string;
  /**
   * Empty when the space has none.
   * @example 📘
   */
  emoji!: string;
  /** @example private */
  visibility!: 'public' | 'unlisted' | 'share-link' | 'visitor-auth' | 'in-collection' | 'private';
  /** @example 2026-01-15T09:30:00.000Z */
  createdAt!: string;
  /** @example 2026-02-03T14:05:10.250Z */
  updatedAt!: string;
  /** When it was deleted; it can be restored for 7 days from then, unless the server is set otherwise. */
  deletedAt?: string;
  /**
   * `live`: edited directly. `locked`: no edit at all.
   * @example live
   */
  editMode!: 'live' | 'locked';
  /**
   * Whether others may begin with what it holds.
   * @example false
   */
  template!: boolean;
  /** When a change request of the space may be merged. */
  mergeRules!: SpaceMergeRules;
  /**
   * The organization that owns it.
   * @example 0VbbU3z1Hn6PwDs8RtKe
   */
  organization!: string;
  /** The collection it stands in. */
  parent?: string;
  /**
   * Language of its content.
   * @example en
   */
  language?: string;
  gitSync?: GitSyncView;
  /**
   * Id of the revision that is current.
   * @example 0VbbU6p8Fe3RwAu9LmYb
   */
  revision!: string;
  /**
   * What members of the organization may do here: a role, `inherit`, or null for nothing.
   * @example inherit
   */
  defaultLevel!: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'inherit' | null;
  /**
   * Open comments.
   * @example 0
   */
  comments!: number;
  /** @example 0 */
  changeRequests!: number;
  /** @example 0 */
  changeRequestsOpen!: number;
  /** @example 0 */
  changeRequestsDraft!: number;
  urls!: SpaceUrls;
  permissions!: SpacePermissions;
}
