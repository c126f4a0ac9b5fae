import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { InviteTargets } from '#organization';
import { GetCollection } from '../../application/collection/collection.queries.js';
import type { CollectionView } from '../../../contract/collection.view.js';
import { GetSpace } from '../../../contract/queries.js';
import type { SpaceView } from '../../../contract/space.view.js';

/** The spaces and collections to which invites grant access. */
@QueryHandler(InviteTargets)
export class InviteTargetsHandler implements IQueryHandler<InviteTargets> {
  constructor(private readonly dispatcher: Dispatcher) {}

  async execute({ caller, organizationId, targets }: InviteTargets): Promise<Map<string, object>> {
    const found = new Map<string, object>();
    for (const { type, id } of targets) {
      if (found.has(id)) continue;
      const query = type === 'space' ? new GetSpace(caller, id) : new GetCollection(caller, id);
      const view = await this.dispatcher.ask<SpaceView | CollectionView>(query).catch(ifNotFound);
      if (view && view.organization === organizationId && !('deletedAt' in view)) found.set(id, view);
    }
    return found;
  }
}

function ifNotFound(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error;
}
