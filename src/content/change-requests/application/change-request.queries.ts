import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { SemanticChangesView } from '../../revisions/application/semantic-changes.view.js';
import type { ChangeRequestStatus } from '../domain/change-request.js';
import type { ChangeRequestKey } from './change-request.commands.js';
import type { ChangeRequestView } from '../../revisions/application/change-request.view.js';
import type { ConflictView } from './conflict.view.js';
import type { ContributorView } from './contributor.view.js';

/** Filters for change requests. A member left out does not filter. */
export interface ChangeRequestFilter {
  status?: readonly ChangeRequestStatus[] | undefined;
  creator?: string | undefined;
  /** A user who edited it or commented on it. */
  contributor?: string | undefined;
  /** A user whose review was requested. */
  requestedReviewer?: string | undefined;
  conversationsIssuesCluster?: string | undefined;
  /** The id of its space. */
  space?: string | undefined;
}

export type ChangeRequestOrder = 'updatedAt' | 'createdAt';

/** One change request that the caller may see, with the entity tag of its view. */
export class GetChangeRequest extends Query<{ view: ChangeRequestView; etag: string }> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
  ) {
    super();
  }
}

/**
 * The changes of a change request against the latest revision of the space that was merged into it; at most `limit`.
 */
export class GetProposedChanges extends Query<SemanticChangesView> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly limit: number,
  ) {
    super();
  }
}

/** The change requests of a space, or those of an organization in spaces that the caller may see; the latest first. */
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

/** The conflicts of merges, those of the first merge first. */
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

/**
 * The users who edited a change request or commented on it, in the order of their ids; one entry per user and action.
 */
export class ListContributors extends Query<Page<ContributorView>> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly page: PageRequest,
  ) {
    super();
  }
}
