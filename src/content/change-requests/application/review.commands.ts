import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { CommentBody } from '../../comments/domain/comments.js';
import type { ReviewStatus } from '../domain/review.js';
import type { ChangeRequestKey } from './change-request.commands.js';

/**
 * The users whose review is requested, and changes of the change request's fields; a member left out stays as it is.
 */
export interface WantedReviews {
  users: readonly string[];
  subject?: string | undefined;
  description?: object | undefined;
}

/** Requests reviews from users, and opens a draft. Requires the role edit in the space. */
@NotAudited('a change request shows who is asked to review it')
export class RequestReviews extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly wanted: WantedReviews,
  ) {
    super();
  }
}

/** Withdraws the review request to a user. Requires the role edit in the space. */
@NotAudited('a change request shows who is asked to review it')
export class WithdrawReviewRequest extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly userId: string,
  ) {
    super();
  }
}

/**
 * Approves a change request or requests changes. Returns the id of the review. Requires the role review in the space.
 */
@NotAudited('a review is kept with its author')
export class SubmitReview extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly key: ChangeRequestKey,
    readonly status: ReviewStatus,
    readonly comment?: CommentBody,
  ) {
    super();
  }
}
