import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { SemanticChangesView } from '../../revisions/application/semantic-changes.view.js';
import type { ChangeRequestStatus } from '../domain/change-request.js';
import type { ChangeRequestKey } from './change-request.commands.js';
import type { ChangeRequestView } from '../../revisions/application/change-request.view.js';
import type { ConflictView } from './conflict.view.js';
import type { ContributorView } from './contributor.view.js';

/** Which change requests are wanted; a member left out leaves none out. */
export interface ChangeRequestFilter {
  status?: readonly ChangeRequestStatus[] | undefined;
  creator?: string | undefined;
  /** A user who edited it, or wrote a comment in it. */
  contributor?: string | undefined;
  /** A user who was asked for a review. */
  requestedReviewer?: string | undefined;
  conversationsIssuesCluster?: string | undefined;
  /** The space that it is of. */
  space?: string | undefined;
}

export type ChangeRequestOrder = 'updatedAt' | 'createdAt';

/** One change request the caller may see, with the entity tag of what is shown. */
export class GetChangeRequest extends Query<{ view: ChangeRequestView; etag: string }> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
  ) {
    super();
  }
}

/** What a change request changes against the revision of the space that its content holds; at most `limit` changes. */
export class GetProposedChanges extends Query<SemanticChangesView> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly limit: number,
  ) {
    super();
  }
}

/** The change requests of a space, or those of an organization in the spaces that the caller may see; the latest first. */
export class ListChangeRequests extends Query<Page<ChangeRequestView>> {
  constructor(
    readonly caller: Caller,
    readonly of: { spaceId: string } | { organizationId: string },
    readonly filter: ChangeRequestFilter,
    readonly orderBy: ChangeRequestOrder,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** The conflicts that merging left, the first merge first. */
export class ListConflicts extends Query<Page<ConflictView>> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly status: 'open' | 'resolved' | undefined,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class GetConflict extends Query<ConflictView> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly conflictId: string,
  ) {
    super();
  }
}

/** Who edited a change request, and who wrote comments in it, in the order of their ids; an item for each of the two. */
export class ListContributors extends Query<Page<ContributorView>> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly page: PageRequest,
  ) {
    super();
  }
}
