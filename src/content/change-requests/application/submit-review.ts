import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { ChangeRequests } from '../domain/change-requests.js';
import { Reviews } from '../domain/reviews.js';
import { requireChangeRequest } from './authorize-change-request.js';
import { PostComment } from '../../comments/application/comment.commands.js';
import { SubmitReview } from './review.commands.js';

@CommandHandler(SubmitReview)
export class SubmitReviewHandler implements ICommandHandler<SubmitReview> {
  constructor(
    private readonly changeRequests: ChangeRequests,
    private readonly reviews: Reviews,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks the change request, so that the review applies to its current content and cannot be submitted after a merge.
   */
  async execute({ caller, key, status, comment }: SubmitReview): Promise<string> {
    const held = await this.changeRequests.lockRecord(caller, key.spaceId, key.changeRequestId);
    const { changeRequest } = requireChangeRequest(held, 'review');
    const requestedBy = (await this.reviews.requestedBy(changeRequest, caller.userId)) ?? null;
    const review = changeRequest.review({ reviewer: caller.userId, requestedBy, status }, this.clock.now());
    await this.reviews.add(changeRequest, review);
    if (comment) await this.dispatcher.run(new PostComment(caller, key, comment, {}, review.id));
    return review.id;
  }
}
