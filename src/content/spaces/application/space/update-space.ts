import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail, changedIn } from '#kernel/application/audit-trail';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { requireMembers } from '../../domain/space/valid-merge-rules.js';
import type { Space } from '../../domain/space/space.js';
import { roleToUpdate } from '../../domain/space/space.policy.js';
import { Spaces } from '../../domain/space/spaces.js';
import { membersAmong } from './members-among.js';
import { authorizeSpace } from './authorize-space.js';
import { UpdateSpace } from './space.commands.js';

@CommandHandler(UpdateSpace)
export class UpdateSpaceHandler implements ICommandHandler<UpdateSpace> {
  constructor(
    private readonly spaces: Spaces,
    private readonly dispatcher: Dispatcher,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, spaceId, changes }: UpdateSpace): Promise<void> {
    const space = await authorizeSpace(this.spaces, caller, spaceId, roleToUpdate(changes));
    const { reviewers } = space;
    space.update(changes, this.clock.now());
    const named = space.reviewers.filter((user) => !reviewers.includes(user));
    const members = await membersAmong(this.dispatcher, space.organizationId, named);
    requireMembers(named, members);
    await this.spaces.save(space);
    const changed = changedIn(changes);
    if (changed.length > 0) await this.#record(caller, space, changed);
  }

  #record(caller: Caller, space: Space, changed: readonly string[]): Promise<void> {
    return this.trail.record({
      organizations: [space.organizationId],
      action: 'space.updated',
      actorId: caller.userId,
      target: { type: 'space', id: space.id, label: space.title },
      payload: { changed },
    });
  }
}
