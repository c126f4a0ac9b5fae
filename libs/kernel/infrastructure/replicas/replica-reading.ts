import { DomainError, Forbidden, NotFound } from '../../domain/errors.js';
import { mayReadReplica, ReplicaReads, visitorOf } from '../../application/replica-reads.js';
import { isDatabaseAway } from '../../application/database-away.js';
import type { ReplicaRead, UnitOfWork } from '../database/unit-of-work.js';
import type { RecentChanges } from './recent-changes.js';
import type { Replicas } from './replicas.js';

/** What is read must be newer than the replica is known to be. */
class TooOld extends Error {
  override name = 'TooOld';
}

/**
 * Has queries answered from replicas. A query begins again at the primary where the replica fails in the middle of it,
 * where it needs what the replica may not have yet, and where it finds nothing while anything has changed; and at a
 * replica where the primary does not answer.
 */
export class ReplicaReading extends ReplicaReads {
  constructor(
    private readonly replicas: Replicas,
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: RecentChanges,
  ) {
    super();
  }

  /** Whether this query is to be run by `read`: only the outermost one is. */
  takes(query: object): boolean {
    return this.replicas.exist && !this.unitOfWork.isUnderWay && mayReadReplica(query);
  }

  async read<R>(query: object, work: () => Promise<R>): Promise<R> {
    const replica = this.replicas.choose();
    if (replica && !this.#isTooOld(replica, query)) {
      try {
        return await this.unitOfWork.readReplica(replica, work);
      } catch (error) {
        if (!this.#beginsAgain(replica, error)) throw error;
      }
    }
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      this.replicas.primaryFailed();
      const instead = this.replicas.choose();
      if (!instead) throw error;
      return this.unitOfWork.readReplica(instead, work);
    }
  }

  #isTooOld({ currentAsOf }: ReplicaRead, query: object): boolean {
    const visitor = visitorOf(query);
    return visitor !== undefined && this.changes.since(currentAsOf, visitor.siteId, ...visitor.spaces);
  }

  #beginsAgain(replica: ReplicaRead, error: unknown): boolean {
    if (error instanceof TooOld) return true;
    if (error instanceof NotFound || error instanceof Forbidden) return this.changes.since(replica.currentAsOf);
    if (error instanceof DomainError) return false;
    this.replicas.failed(replica);
    return true;
  }

  requireCurrent(...records: string[]): void {
    const { replica } = this.unitOfWork;
    if (replica && this.changes.since(replica.currentAsOf, ...records)) throw new TooOld();
  }

  requirePrimary(): void {
    if (this.unitOfWork.replica) throw new TooOld();
  }
}
