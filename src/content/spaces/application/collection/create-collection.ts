import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { Collection } from '../../domain/collection/collection.js';
import { Collections } from '../../domain/collection/collections.js';
import { Places } from '../../domain/collection/places.js';
import { CreateCollection } from './collection.commands.js';
import { findNewPlace, type NewPlaceTools } from './find-place.js';

@CommandHandler(CreateCollection)
export class CreateCollectionHandler implements ICommandHandler<CreateCollection> {
  readonly #tools: NewPlaceTools;

  constructor(
    private readonly collections: Collections,
    places: Places,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {
    this.#tools = { places, collections };
  }

  async execute({ caller, organizationId, collection: wanted }: CreateCollection): Promise<string> {
    const { parent = null } = wanted;
    const place = await findNewPlace(this.#tools, caller, { organizationId, parent, height: 1 });
    const collection = Collection.create(organizationId, place, wanted, caller.userId, this.clock.now());
    await this.collections.save(collection);
    await this.trail.record({
      organizations: [organizationId],
      action: 'collection.created',
      actorId: caller.userId,
      target: { type: 'collection', id: collection.id, label: collection.title },
    });
    return collection.id;
  }
}
