import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Dispatcher } from '../application/dispatcher.js';
import type { Command, Query } from '../domain/messages.js';
import type { StoredRequests } from './requests/stored-requests.js';
import type { UnitOfWork } from './database/unit-of-work.js';

/** Where the transaction is: one for each command, none for a query. */
export class TransactionalDispatcher extends Dispatcher {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly requests: StoredRequests,
  ) {
    super();
  }

  run<R>(command: Command<R>): Promise<R> {
    if (this.unitOfWork.open) return this.commands.execute(command);
    return this.unitOfWork.transaction(async () => {
      await this.requests.mark();
      return this.commands.execute(command);
    });
  }

  ask<R>(query: Query<R>): Promise<R> {
    return this.queries.execute(query);
  }
}
