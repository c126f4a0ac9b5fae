import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { ChangeRequests } from '../domain/change-requests.js';
import { UpdateChangeRequestRecord } from './change-request.commands.js';
import { requireChangeRequest } from './authorize-change-request.js';

@CommandHandler(UpdateChangeRequestRecord)
export class UpdateChangeRequestRecordHandler implements ICommandHandler<UpdateChangeRequestRecord> {
  constructor(
    private readonly changeRequests: ChangeRequests,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, key, changes }: UpdateChangeRequestRecord): Promise<void> {
    const held = await this.changeRequests.lockRecord(caller, key.spaceId, key.changeRequestId);
    const { changeRequest } = requireChangeRequest(held, 'edit');
    const wasArchived = changeRequest.status === 'archived';
    changeRequest.update(changes, this.clock.now());
    await this.changeRequests.save(changeRequest);
    const isArchived = changeRequest.status === 'archived';
    if (isArchived === wasArchived) return;
    await this.trail.record({
      organizations: [changeRequest.organizationId],
      action: isArchived ? 'change-request.archived' : 'change-request.reopened',
      actorId: caller.userId,
      target: { type: 'change-request', id: changeRequest.id, label: changeRequest.label },
      payload: { space: changeRequest.spaceId },
    });
  }
}
