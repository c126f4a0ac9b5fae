import type { RichDocument } from '#rich-document';
import type { UserView } from '#organization';

export class ChangeRequestUrls {
  /**
   * Address of the change request in the browser.
   * @example https://docs.example.com/s/0VbbU5n7Ed2QvZt8KlXa/~/changes/0VbbUDx7Oh0YpVc6RsCf/
   */
  app!: string;
  /**
   * Address of the change request in the API.
   * @example https://docs.example.com/v1/spaces/0VbbU5n7Ed2QvZt8KlXa/change-requests/0VbbUDx7Oh0YpVc6RsCf
   */
  location!: string;
}

/** A working copy of the content of a space, which can be merged into it. */
export class ChangeRequestView {
  object!: 'change-request';
  /** @example 0VbbUDx7Oh0YpVc6RsCf */
  id!: string;
  /**
   * Counts the change requests of the space.
   * @example 12
   */
  number!: number;
  /** @example draft */
  status!: 'draft' | 'open' | 'archived' | 'merged';
  /**
   * Empty until somebody gives it one.
   * @example "Explain the new installer"
   */
  subject!: string;
  /** A block tree. */
  description?: RichDocument;
  createdBy!: UserView;
  /** @example 2026-02-02T10:00:00.000Z */
  createdAt!: string;
  /** @example 2026-02-03T14:05:10.250Z */
  updatedAt!: string;
  mergedBy?: UserView;
  mergedAt?: string;
  /**
   * Id of its space.
   * @example 0VbbU5n7Ed2QvZt8KlXa
   */
  space!: string;
  /**
   * Id of the revision that it holds now.
   * @example 0VbbU6p8Fe3RwAu9LmYb
   */
  revision!: string;
  /**
   * Id of the space's revision that it was made from. Visitors of a site get `revision` in the place of any other.
   * @example 0VbbU6p8Fe3RwAu9LmYb
   */
  revisionInitial!: string;
  /**
   * Id of the latest revision of the space that its content holds.
   * @example 0VbbU6p8Fe3RwAu9LmYb
   */
  revisionMergedAncestor?: string;
  /** Id of the space's revision that merging it made. */
  revisionMerged?: string;
  /**
   * Open comments.
   * @example 0
   */
  comments!: number;
  /**
   * Whether the space has changed since: its content does not hold the latest revision. Never once it is merged.
   * @example false
   */
  outdated!: boolean;
  /** Id of the cluster of issues that it answers. */
  conversationsIssuesCluster?: string;
  urls!: ChangeRequestUrls;
}
