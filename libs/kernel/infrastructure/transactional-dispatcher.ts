import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Condition, Conditions } from '../application/entity-tag.js';
import { Dispatcher } from '../application/dispatcher.js';
import type { NewSpan } from '../application/tracing.js';
import { Conflict, PreconditionFailed } from '../domain/errors.js';
import type { Command, Query } from '../domain/messages.js';
import type { SqlQuery } from './database/sql-query.js';
import type { ReplicaReading } from './replicas/replica-reading.js';
import type { StoredRequests } from './requests/stored-requests.js';
import type { Traces } from './telemetry/traces.js';
import type { UnitOfWork } from './database/unit-of-work.js';

/** PostgreSQL's error codes for conflicts with a concurrent transaction. */
const CROSSED = new Set(['40001', '40P01', '23505']);

/**
 * Opens the transactions: one for each command, none for a query, which may be read of a replica; runs a command again whose transaction the database
 * gave up; and checks the precondition of a request.
 */
export class TransactionalDispatcher extends Dispatcher {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly requests: StoredRequests,
    private readonly conditions: Conditions,
    private readonly sql: SqlQuery,
    private readonly replicas: ReplicaReading,
    private readonly traces: Traces,
  ) {
    super();
  }

  run<R>(command: Command<R>): Promise<R> {
    if (!this.traces.active) return this.#run(command);
    return this.traces.span(spanOf('command', command), () => this.#run(command));
  }

  ask<R>(query: Query<R>): Promise<R> {
    if (!this.traces.active) return this.#ask(query);
    return this.traces.span(spanOf('query', query), () => this.#ask(query));
  }

  #run<R>(command: Command<R>): Promise<R> {
    if (this.unitOfWork.open) return this.commands.execute(command);
    // It would wait for locks of the transaction beside which the record is read.
    if (this.unitOfWork.readsSeparately)
      return Promise.reject(new Conflict('Nothing is made while a record is only looked at'));
    const condition = this.conditions.take();
    return condition ? this.#runUnder(condition, command) : this.#runInTransaction(command);
  }

  #ask<R>(query: Query<R>): Promise<R> {
    if (!this.replicas.takes(query)) return this.queries.execute(query);
    return this.replicas.read(query, () => this.queries.execute(query));
  }

  #runInTransaction<R>(command: Command<R>, atTheEnd?: () => Promise<void>): Promise<R> {
    return this.unitOfWork.repeating(() =>
      this.unitOfWork.transaction(async () => {
        await this.requests.mark();
        const result = await this.commands.execute(command);
        await atTheEnd?.();
        return result;
      }),
    );
  }

  /** After a write has failed by a lock or a version, a precondition that no longer holds decides about the error. */
  async #runUnder<R>(condition: Condition, command: Command<R>): Promise<R> {
    try {
      return await this.#runInTransaction(command, () => this.#require(condition));
    } catch (error) {
      if (hasCrossed(error) && !(await this.#holds(condition))) throw new PreconditionFailed(condition.refusal);
      throw error;
    }
  }

  /**
   * The rows that the command wrote are locked by now and the record reads as it was before: earlier writers have
   * committed, later ones wait for our commit. Two commands that write different rows of one record wait for each other
   * here.
   */
  async #require(condition: Condition): Promise<void> {
    await this.sql.rows('condition.lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `condition ${condition.record}`,
    ]);
    if (!(await this.#holds(condition))) throw new PreconditionFailed(condition.refusal);
  }

  #holds(condition: Condition): Promise<boolean> {
    return this.unitOfWork.readSeparately(() => condition.holds());
  }
}

/** The name of a message alone: what it holds is not recorded. */
function spanOf(kind: 'command' | 'query', { constructor: { name } }: object): NewSpan {
  return { name: `${kind} ${name}`, attributes: { [`quire.${kind}`]: name } };
}

function hasCrossed(error: unknown): boolean {
  return error instanceof Conflict || CROSSED.has((error as { code?: string }).code ?? '');
}
