export class SpaceUrls {
  /** Address of the space in the API. */
  location!: string;
  /** Address of the space in the browser. */
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

/** When a change request of the space may be merged. */
export class SpaceMergeRules {
  type!: 'inherit' | 'rules' | 'none';
  rules?: object[];
}

/** The repository a space is kept in step with. */
export class GitSyncView {
  /** Its path on its host, such as `owner/name`. */
  repoName?: string;
  /** Set where the repository is reached through an installation at its host. */
  installationProvider?: 'github' | 'gitlab' | 'github-legacy';
  integration?: string;
  /** The repository's address, without credentials. */
  url?: string;
  updatedAt!: string;
}

/** A body of pages and files, kept in immutable revisions. */
export class SpaceView {
  object!: 'space';
  id!: string;
  title!: string;
  /** Empty when the space has none. */
  emoji!: string;
  visibility!: 'public' | 'unlisted' | 'share-link' | 'visitor-auth' | 'in-collection' | 'private';
  createdAt!: string;
  updatedAt!: string;
  /** When it was deleted; it can be restored for 7 days from then. */
  deletedAt?: string;
  /** `live`: edited directly. `locked`: no edit at all. */
  editMode!: 'live' | 'locked';
  mergeRules!: SpaceMergeRules;
  /** The organization that owns it. */
  organization!: string;
  /** The collection it stands in. */
  parent?: string;
  /** Language of its content. */
  language?: string;
  gitSync?: GitSyncView;
  /** Id of the revision that is current. */
  revision!: string;
  /** What members of the organization may do here: a role, `inherit`, or null for nothing. */
  defaultLevel!: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'inherit' | null;
  /** Open comments. */
  comments!: number;
  changeRequests!: number;
  changeRequestsOpen!: number;
  changeRequestsDraft!: number;
  urls!: SpaceUrls;
  permissions!: SpacePermissions;
}
