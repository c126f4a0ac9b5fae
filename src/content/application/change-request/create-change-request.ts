import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { ChangeRequest } from '../../domain/change-request/change-request.js';
import { ChangeRequests } from '../../domain/change-request/change-requests.js';
import { Revisions } from '../../domain/ports.js';
import { requireReach } from '../space/reach-space.js';
import { CreateChangeRequest } from './change-request.commands.js';

@CommandHandler(CreateChangeRequest)
export class CreateChangeRequestHandler implements ICommandHandler<CreateChangeRequest> {
  constructor(
    private readonly revisions: Revisions,
    private readonly changeRequests: ChangeRequests,
    private readonly clock: Clock,
  ) {}

  /** Under the lock of the space numbers are given out one by one, without a gap, and its revision stands still. */
  async execute({ caller, spaceId, wanted }: CreateChangeRequest): Promise<string> {
    const locked = await this.revisions.lockHead(spaceId, caller);
    if (!locked) throw new NotFound('Space not found');
    requireReach(locked, 'edit');
    const number = await this.changeRequests.nextNumber(locked.head.organizationId, spaceId);
    const created = ChangeRequest.create(locked.head, wanted, number, caller.userId, this.clock.now());
    await this.changeRequests.save(created);
    return created.id;
  }
}
