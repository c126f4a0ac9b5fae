import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { ChangeRequestKey } from './change-request.commands.js';
import type { BodyFormat } from '../../revisions/application/content.queries.js';
import type { RequestedReviewerView, ReviewView } from './review.view.js';

/**
 * The users whose review of a change request was requested, in the order of their ids; all of them, or only the given
 * ones.
 */
export class ListRequestedReviewers extends Query<Page<RequestedReviewerView>> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly page: PageRequest,
    readonly users?: readonly string[],
  ) {
    super();
  }
}

/** The reviews of a change request, the oldest first; `outdated` selects those that are or are not. */
export class ListReviews extends Query<Page<ReviewView>> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly outdated: boolean | undefined,
    readonly format: BodyFormat,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class GetReview extends Query<ReviewView> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly reviewId: string,
    readonly format: BodyFormat,
  ) {
    super();
  }
}
