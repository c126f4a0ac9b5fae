import { createHash } from 'node:crypto';
import type pg from 'pg';
import { newId } from '../../domain/id.js';
import type { Notifications } from '../events/notifications.js';
import type { SqlQuery } from '../database/sql-query.js';

const SWEEP_MS = 5_000;

/**
 * Says that this process is alive: an advisory lock held on the connection that hears notices, gone the moment the
 * process or its connection is. What a dead process had locked in the job queue is given back, so that a job cut off
 * by a crash is taken up again within seconds (the queue by itself would wait four hours).
 */
export class ProcessLease {
  readonly id = newId();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sql: SqlQuery,
    private readonly warn: (message: string) => void,
  ) {}

  async start(notifications: Notifications): Promise<void> {
    const liveness = livenessOf(this.id);
    await this.sql.rows('process.start', 'insert into kernel.process (id, liveness) values ($1, $2)', [
      this.id,
      liveness,
    ]);
    notifications.onOpen(async (client: pg.Client) => {
      await client.query('select pg_advisory_lock($1)', [liveness]);
    });
    this.#timer = setInterval(() => void this.sweep().catch((error: Error) => this.warn(error.message)), SWEEP_MS);
  }

  /** Notes a name in which this process locks jobs. */
  async addHolder(name: string): Promise<void> {
    await this.sql.rows(
      'process.holder',
      'update kernel.process set job_holders = job_holders || $2::text where id = $1',
      [this.id, name],
    );
  }

  /** Gives back what this process itself has locked in the job queue, while it runs no job. */
  async freeOwn(): Promise<void> {
    await this.sql.rows(
      'process.free-own',
      `select graphile_worker.force_unlock_workers(job_holders) from kernel.process
       where id = $1 and cardinality(job_holders) > 0`,
      [this.id],
    );
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.sql.rows('process.stop', 'delete from kernel.process where id = $1', [this.id]);
  }

  /** Frees the jobs of processes that are gone. A process counts as gone when its liveness lock can be taken. */
  async sweep(): Promise<void> {
    await this.sql.rows(
      'process.sweep',
      `with gone as (
         select id, job_holders from kernel.process
         where id <> $1 and pg_try_advisory_xact_lock(liveness) for update skip locked
       ), freed as (
         select graphile_worker.force_unlock_workers(worker) from (select array_agg(w) as worker from gone, unnest(job_holders) w) all_workers
         where worker is not null
       ), counted as (select count(*) from freed)
       delete from kernel.process using counted where id in (select id from gone)`,
      [this.id],
    );
  }
}

function livenessOf(id: string): string {
  return createHash('sha256').update(`quire process ${id}`).digest().readBigInt64BE().toString();
}
