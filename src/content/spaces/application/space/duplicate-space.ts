import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Collections } from '../../domain/collection/collections.js';
import { Places } from '../../domain/collection/places.js';
import { Grants } from '../../domain/permission/grants.js';
import { Spaces } from '../../domain/space/spaces.js';
import { SpaceContent } from '../../domain/space/space-content.js';
import { rankBetween } from '../../../revisions/domain/tree/rank.js';
import { withPlacesLocked } from '../collection/find-place.js';
import { requirePlace } from '../collection/authorize-collection.js';
import { reportGrantedSpaces } from '../permission/write-grants.js';
import { authorizeSpace } from './authorize-space.js';
import { DuplicateSpace } from './space.commands.js';

@CommandHandler(DuplicateSpace)
export class DuplicateSpaceHandler implements ICommandHandler<DuplicateSpace> {
  constructor(
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly places: Places,
    private readonly content: SpaceContent,
    private readonly grants: Grants,
    private readonly trail: AuditTrail,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, spaceId }: DuplicateSpace): Promise<string> {
    const space = await withPlacesLocked(this.places, () => authorizeSpace(this.spaces, caller, spaceId, 'create'));
    const { organizationId, id, parent, title } = space;
    await requirePlace(this.collections, caller, organizationId, parent);
    const gap = await this.places.gapBeside({ organizationId, parent }, { kind: 'space', id }, 'after', '');
    const now = this.clock.now();
    const copy = space.copy({ parent, rank: rankBetween(gap.before, gap.after) }, caller.userId, now);
    await this.spaces.save(copy);
    await this.content.copy(space, copy, caller.userId, now);
    const { user, team } = await this.grants.subjects(organizationId, copy.id);
    for (const [kind, ids] of [
      ['user', user],
      ['team', team],
    ] as const) {
      if (ids.length > 0) await reportGrantedSpaces(this.grants, this.dispatcher, organizationId, kind, ids);
    }
    await this.trail.record({
      organizations: [organizationId],
      action: 'space.duplicated',
      actorId: caller.userId,
      target: { type: 'space', id, label: title },
      payload: { copy: copy.id },
    });
    return copy.id;
  }
}
