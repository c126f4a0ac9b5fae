import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Collection } from '../../domain/collection/collection.js';
import { Collections } from '../../domain/collection/collections.js';
import { CreateCollection } from './collection.commands.js';
import { requirePlace } from './reach-collection.js';

@CommandHandler(CreateCollection)
export class CreateCollectionHandler implements ICommandHandler<CreateCollection> {
  constructor(
    private readonly collections: Collections,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, collection: wanted }: CreateCollection): Promise<string> {
    await requirePlace(this.collections, caller, organizationId, wanted.parent);
    const collection = Collection.create(organizationId, wanted, caller.userId, this.clock.now());
    await this.collections.save(collection);
    return collection.id;
  }
}
