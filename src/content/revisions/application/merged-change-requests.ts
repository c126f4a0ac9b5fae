import type { ChangeRequestView } from './change-request.view.js';

/** Finds the change requests that were merged in revisions. */
export abstract class MergedChangeRequests {
  /** The change request of a revision of the type `merge`, with a stamp that changes with its view. */
  abstract mergedInto(
    organizationId: string,
    revisionId: string,
  ): Promise<{ view: ChangeRequestView; stamp: string } | undefined>;
}
