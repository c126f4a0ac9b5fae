import type { ChangeRequestView } from './change-request.view.js';

/** The change requests whose merging made revisions. */
export abstract class MergedChangeRequests {
  /** That of a revision of the type `merge`, with a stamp that changes when it does. */
  abstract mergedInto(
    organizationId: string,
    revisionId: string,
  ): Promise<{ view: ChangeRequestView; stamp: string } | undefined>;
}
