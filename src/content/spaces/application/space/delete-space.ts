import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { Spaces } from '../../domain/space/spaces.js';
import { findAuthorizedSpace } from './authorize-space.js';
import { DeleteSpace } from './space.commands.js';

@CommandHandler(DeleteSpace)
export class DeleteSpaceHandler implements ICommandHandler<DeleteSpace> {
  constructor(
    private readonly spaces: Spaces,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, spaceId }: DeleteSpace): Promise<void> {
    const space = await findAuthorizedSpace(this.spaces, caller, spaceId, 'admin');
    if (!space || space.deleted) return;
    space.delete(this.clock.now());
    await this.spaces.save(space);
    await this.trail.record({
      organizations: [space.organizationId],
      action: 'space.deleted',
      actorId: caller.userId,
      target: { type: 'space', id: space.id, label: space.title },
    });
  }
}
