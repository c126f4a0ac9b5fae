import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { CommentBody } from '../../comments/domain/comments.js';
import type { ReviewStatus } from '../domain/review.js';
import type { ChangeRequestKey } from './change-request.commands.js';

/** Who is asked for a review, and what becomes of the change request with that; a member left out stays. */
export interface WantedReviews {
  users: readonly string[];
  subject?: string | undefined;
  description?: object | undefined;
}

/** Asks users for a review, which opens a draft. For who has the role edit in the space. */
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

/** Asks a user for a review no longer. For who has the role edit in the space. */
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

/** Approves a change request or requests changes; answers the id of the review. For who has the role review in the space. */
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
