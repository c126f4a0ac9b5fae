import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { Events } from '#kernel/domain/events';
import { Collections } from '../../domain/collection/collections.js';
import { Places } from '../../domain/collection/places.js';
import { visibilityUpdates } from '../../domain/space/space-visibility.js';
import { ranksBetween } from '../../../revisions/domain/tree/rank.js';
import { DeleteCollection } from './collection.commands.js';
import { withPlacesLocked } from './find-place.js';
import { findAuthorizedCollection } from './authorize-collection.js';

@CommandHandler(DeleteCollection)
export class DeleteCollectionHandler implements ICommandHandler<DeleteCollection> {
  constructor(
    private readonly collections: Collections,
    private readonly places: Places,
    private readonly trail: AuditTrail,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, collectionId }: DeleteCollection): Promise<void> {
    const collection = await withPlacesLocked(this.places, () =>
      findAuthorizedCollection(this.collections, caller, collectionId, 'admin'),
    );
    if (!collection) return;
    const { organizationId, id, parent, title } = collection;
    const contents = await this.places.items({ organizationId, parent: id });
    const { before, after } = await this.places.gapBeside(
      { organizationId, parent },
      { kind: 'collection', id },
      'after',
      id,
    );
    const ranks = ranksBetween(before, after, contents.length);
    const moved = contents.map((standing, index) => ({ ...standing, rank: ranks[index] ?? '' }));
    const changes = await this.collections.dissolve(collection, moved, this.clock.now());
    await this.events.store(visibilityUpdates(organizationId, changes));
    const idsOf = (kind: string) =>
      contents.filter((standing) => standing.kind === kind).map((standing) => standing.id);
    await this.trail.record({
      organizations: [organizationId],
      action: 'collection.deleted',
      actorId: caller.userId,
      target: { type: 'collection', id, label: title },
      payload: { to: parent, spaces: idsOf('space'), collections: idsOf('collection') },
    });
  }
}
