import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ChangeRequests } from '../domain/change-requests.js';
import { Reviews } from '../domain/reviews.js';
import { requireChangeRequest } from './authorize-change-request.js';
import { WithdrawReviewRequest } from './review.commands.js';

@CommandHandler(WithdrawReviewRequest)
export class WithdrawReviewRequestHandler implements ICommandHandler<WithdrawReviewRequest> {
  constructor(
    private readonly changeRequests: ChangeRequests,
    private readonly reviews: Reviews,
  ) {}

  /** No error for a change request that the caller cannot see or that does not exist. */
  async execute({ caller, key, userId }: WithdrawReviewRequest): Promise<void> {
    const held = await this.changeRequests.lockRecord(caller, key.spaceId, key.changeRequestId);
    if (!held?.role || held.space.deleted) return;
    const { changeRequest } = requireChangeRequest(held, 'edit');
    changeRequest.requireEditable();
    await this.reviews.withdraw(changeRequest, userId);
  }
}
