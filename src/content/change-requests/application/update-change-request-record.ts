import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { ChangeRequests } from '../domain/change-requests.js';
import { UpdateChangeRequestRecord } from './change-request.commands.js';
import { requireChangeRequest } from './reach-change-request.js';

@CommandHandler(UpdateChangeRequestRecord)
export class UpdateChangeRequestRecordHandler implements ICommandHandler<UpdateChangeRequestRecord> {
  constructor(
    private readonly changeRequests: ChangeRequests,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, key, changes }: UpdateChangeRequestRecord): Promise<void> {
    const held = await this.changeRequests.hold(caller, key.spaceId, key.changeRequestId);
    const { changeRequest } = requireChangeRequest(held, 'edit');
    changeRequest.update(changes, this.clock.now());
    await this.changeRequests.save(changeRequest);
  }
}
