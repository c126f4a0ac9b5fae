import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Invalid } from '#kernel/domain/errors';
import { ChangeRequests } from '../domain/change-requests.js';
import { Reviewers, Reviews } from '../domain/reviews.js';
import { requireChangeRequest } from './authorize-change-request.js';
import { RequestReviews } from './review.commands.js';

@CommandHandler(RequestReviews)
export class RequestReviewsHandler implements ICommandHandler<RequestReviews> {
  constructor(
    private readonly changeRequests: ChangeRequests,
    private readonly reviews: Reviews,
    private readonly reviewers: Reviewers,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, key, wanted: { users, ...changes } }: RequestReviews): Promise<void> {
    const held = await this.changeRequests.lockRecord(caller, key.spaceId, key.changeRequestId);
    const { space, changeRequest } = requireChangeRequest(held, 'edit');
    const now = this.clock.now();
    changeRequest.requestReviews(users, changes, now);
    const roles = await this.reviewers.rolesIn(space, users);
    const unknown = users.find((id) => !roles.has(id));
    if (unknown !== undefined) throw new Invalid(`users: ${unknown} does not reach the space`);
    await this.reviews.request(changeRequest, users, caller.userId, now);
    await this.changeRequests.save(changeRequest);
  }
}
