import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { Conflict } from '#kernel/domain/errors';
import { Events } from '#kernel/domain/events';
import { Collections } from '../../domain/collection/collections.js';
import { Places } from '../../domain/collection/places.js';
import { unpublishedVisibility, visibilityUpdates } from '../../domain/space/space-visibility.js';
import { Spaces } from '../../domain/space/spaces.js';
import { findPlace, withPlacesLocked, type PlaceTools } from '../collection/find-place.js';
import { authorizeSpace } from './authorize-space.js';
import { MoveSpace } from './space.commands.js';

@CommandHandler(MoveSpace)
export class MoveSpaceHandler implements ICommandHandler<MoveSpace> {
  readonly #tools: PlaceTools;

  constructor(
    private readonly spaces: Spaces,
    private readonly places: Places,
    collections: Collections,
    private readonly trail: AuditTrail,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {
    this.#tools = { places, spaces, collections };
  }

  async execute({ caller, spaceId, place: wanted }: MoveSpace): Promise<void> {
    const space = await withPlacesLocked(this.places, () => authorizeSpace(this.spaces, caller, spaceId, 'admin'));
    const { organizationId, id, parent, title } = space;
    const place = await findPlace(this.#tools, caller, { organizationId, id, parent, height: 0 }, wanted);
    space.moveTo(place, this.clock.now());
    await this.spaces.save(space);
    const loaded = await this.spaces.findWithRole(caller, id);
    if (!loaded?.role) throw new Conflict('You would not reach the space there any more');
    if (!loaded.published) {
      const [previous, visibility] = [unpublishedVisibility(parent), unpublishedVisibility(place.parent)];
      await this.events.store(visibilityUpdates(organizationId, [{ id, previous, visibility }]));
    }
    await this.trail.record({
      organizations: [organizationId],
      action: 'space.moved',
      actorId: caller.userId,
      target: { type: 'space', id, label: title },
      payload: { from: parent, to: place.parent },
    });
  }
}
