import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail, changedIn } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { Collections } from '../../domain/collection/collections.js';
import { UpdateCollection } from './collection.commands.js';
import { authorizeCollection } from './authorize-collection.js';

@CommandHandler(UpdateCollection)
export class UpdateCollectionHandler implements ICommandHandler<UpdateCollection> {
  constructor(
    private readonly collections: Collections,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, collectionId, changes }: UpdateCollection): Promise<void> {
    const collection = await authorizeCollection(this.collections, caller, collectionId, 'admin');
    collection.update(changes, this.clock.now());
    await this.collections.save(collection);
    const changed = changedIn(changes);
    if (changed.length === 0) return;
    await this.trail.record({
      organizations: [collection.organizationId],
      action: 'collection.updated',
      actorId: caller.userId,
      target: { type: 'collection', id: collection.id, label: collection.title },
      payload: { changed },
    });
  }
}
