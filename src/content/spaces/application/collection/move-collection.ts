import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { Conflict } from '#kernel/domain/errors';
import { Collections } from '../../domain/collection/collections.js';
import { Places } from '../../domain/collection/places.js';
import { Spaces } from '../../domain/space/spaces.js';
import { MoveCollection } from './collection.commands.js';
import { findPlace, withPlacesLocked, type PlaceTools } from './find-place.js';
import { authorizeCollection } from './authorize-collection.js';

@CommandHandler(MoveCollection)
export class MoveCollectionHandler implements ICommandHandler<MoveCollection> {
  readonly #tools: PlaceTools;

  constructor(
    private readonly collections: Collections,
    private readonly places: Places,
    spaces: Spaces,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {
    this.#tools = { places, spaces, collections };
  }

  async execute({ caller, collectionId, place: wanted }: MoveCollection): Promise<void> {
    const collection = await withPlacesLocked(this.places, () =>
      authorizeCollection(this.collections, caller, collectionId, 'admin'),
    );
    const { organizationId, id, parent, title } = collection;
    const height = await this.places.height(organizationId, id);
    const place = await findPlace(this.#tools, caller, { organizationId, id, parent, height }, wanted);
    collection.moveTo(place, this.clock.now());
    await this.collections.save(collection);
    const loaded = await this.collections.findWithRole(caller, id);
    if (!loaded?.role) throw new Conflict('You would not reach the collection there any more');
    await this.trail.record({
      organizations: [organizationId],
      action: 'collection.moved',
      actorId: caller.userId,
      target: { type: 'collection', id, label: title },
      payload: { from: parent, to: place.parent },
    });
  }
}
