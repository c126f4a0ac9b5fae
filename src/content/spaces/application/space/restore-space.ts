import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { ContentLimits } from '../../domain/space/content-limits.js';
import { Spaces } from '../../domain/space/spaces.js';
import { findAuthorizedSpace } from './authorize-space.js';
import { RestoreSpace } from './space.commands.js';

@CommandHandler(RestoreSpace)
export class RestoreSpaceHandler implements ICommandHandler<RestoreSpace> {
  constructor(
    private readonly spaces: Spaces,
    private readonly trail: AuditTrail,
    private readonly limits: ContentLimits,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, spaceId }: RestoreSpace): Promise<void> {
    const space = await findAuthorizedSpace(this.spaces, caller, spaceId, 'admin');
    if (!space) throw new NotFound('Space not found');
    if (!space.deleted) return;
    space.restore(this.clock.now(), this.limits.keep.deletedSpaceDays);
    await this.spaces.save(space);
    await this.trail.record({
      organizations: [space.organizationId],
      action: 'space.restored',
      actorId: caller.userId,
      target: { type: 'space', id: space.id, label: space.title },
    });
  }
}
