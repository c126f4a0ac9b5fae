import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { InviteTargets } from '#organization';
import { GetSpace } from '../../contract/queries.js';

/** The spaces that invite links lead to. There are no collections yet, so none is ever found. */
@QueryHandler(InviteTargets)
export class InviteTargetsHandler implements IQueryHandler<InviteTargets> {
  constructor(private readonly dispatcher: Dispatcher) {}

  async execute({ caller, organizationId, targets }: InviteTargets): Promise<Map<string, object>> {
    const spaces = new Set(targets.filter(({ type }) => type === 'space').map(({ id }) => id));
    const found = new Map<string, object>();
    for (const spaceId of spaces) {
      const view = await this.dispatcher.ask(new GetSpace(caller, spaceId)).catch(ifNotFound);
      if (view && view.organization === organizationId && view.deletedAt === undefined) found.set(spaceId, view);
    }
    return found;
  }
}

function ifNotFound(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error;
}
