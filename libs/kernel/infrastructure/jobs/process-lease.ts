import { createHash } from 'node:crypto';
import type pg from 'pg';
import { JOB_TABLE } from '#library-internals';
import { newId } from '../../domain/id.js';
import type { Notifications } from '../events/notifications.js';
import type { SqlQuery } from '../database/sql-query.js';
import { SUPERSEDED } from './parked-jobs.js';

const SWEEP_MS = 5_000;
/** A process that ends longer ago than this says nothing about a job any more. */
const SUSPECTED_FOR = '1 day';

/**
 * Marks this process as alive: an advisory lock on the connection that receives notifications, which PostgreSQL
 * releases as soon as the process or its connection ends. The jobs that a dead process had locked are unlocked, so that
 * a job interrupted by a crash starts again within seconds (the queue by itself would wait four hours).
 */
export class ProcessLease {
  readonly id = newId();
  readonly #liveness = livenessOf(this.id);
  /** The names under which this process has locked jobs. */
  readonly #holders: string[] = [];
  /** Whether the database has a row for this process with all these names. */
  #registered = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sql: SqlQuery,
    private readonly warn: (message: string) => void,
  ) {}

  async start(notifications: Notifications): Promise<void> {
    await this.#register();
    notifications.onOpen(async (client: pg.Client) => {
      await client.query('select pg_advisory_lock($1)', [this.#liveness]);
      // While the lock was free, another process may have removed this one.
      await this.#register().catch((error: Error) => this.warn(error.message));
    });
    this.#timer = setInterval(() => void this.#renew().catch((error: Error) => this.warn(error.message)), SWEEP_MS);
  }

  /** Records a name under which this process locks jobs; retried later where the database is away. */
  async addHolder(name: string): Promise<void> {
    this.#holders.push(name);
    await this.#register();
  }

  /** Unlocks the jobs that this process has locked under these names, while it runs none of them. */
  async unlockOwn(holders: readonly string[]): Promise<void> {
    if (holders.length === 0) return;
    await this.sql.rows('process.free-own', 'select graphile_worker.force_unlock_workers($1::text[])', [holders]);
    await this.#deleteSuperseded();
  }

  /** Unlocks the jobs that were locked under these names, and sets the attempts of those by their ids. */
  async giveBack(holders: readonly string[], attempts: ReadonlyMap<string, number>): Promise<void> {
    await this.unlockOwn(holders);
    await this.sql.rows(
      'process.give-back',
      `select graphile_worker.reschedule_jobs(array_agg(id), attempts => attempts)
       from unnest($1::bigint[], $2::int[]) given(id, attempts) group by attempts`,
      [[...attempts.keys()], [...attempts.values()]],
    );
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.sql.rows('process.stop', 'delete from kernel.process where id = $1', [this.id]);
  }

  /**
   * Unlocks the jobs of dead processes, and records which ran in them. A process counts as dead when its liveness lock
   * can be taken.
   */
  async sweep(): Promise<void> {
    const gone = await this.sql.rows(
      'process.sweep',
      `with gone as (
         select id, job_holders from kernel.process
         where id <> $1 and pg_try_advisory_xact_lock(liveness) for update skip locked
       ), freed as (
         select graphile_worker.force_unlock_workers(worker) from (select array_agg(w) as worker from gone, unnest(job_holders) w) all_workers
         where worker is not null
       ), counted as (select count(*) from freed), cut as (
         delete from kernel.running_job r using gone where r.process_id = gone.id returning r.key, r.task, r.payload
       ), suspected as (
         insert into kernel.fatal_job as f (key, task, payload, ends)
         select distinct on (key) key, task, payload, 1 from cut order by key
         on conflict (key) do update set ends = f.ends + 1, last_at = now()
       )
       delete from kernel.process using counted where id in (select id from gone)
       returning id`,
      [this.id],
    );
    if (gone.length === 0) return;
    await this.#deleteSuperseded();
    await this.#forgetSuspicions();
  }

  /** The jobs of many suspicions never run again, such as those that other jobs replaced. */
  async #forgetSuspicions(): Promise<void> {
    await this.sql.rows(
      'process.forget-suspicions',
      `delete from kernel.fatal_job where parked_at is null and last_at < now() - $1::interval`,
      [SUSPECTED_FOR],
    );
  }

  /** Later jobs do their work, and nothing else would delete them. */
  async #deleteSuperseded(): Promise<void> {
    await this.sql.rows(
      'process.delete-superseded',
      `delete from ${JOB_TABLE} j where j.locked_at is null and ${SUPERSEDED}`,
    );
  }

  async #renew(): Promise<void> {
    if (!this.#registered) await this.#register();
    await this.sweep();
  }

  async #register(): Promise<void> {
    const registered = this.#holders.length;
    this.#registered = false;
    await this.sql.rows(
      'process.tell',
      `insert into kernel.process as p (id, liveness, job_holders) values ($1, $2, $3)
       on conflict (id) do update set
         job_holders = array(select distinct unnest(p.job_holders || excluded.job_holders))`,
      [this.id, this.#liveness, this.#holders],
    );
    this.#registered = registered === this.#holders.length;
  }
}

function livenessOf(id: string): string {
  return createHash('sha256').update(`quire process ${id}`).digest().readBigInt64BE().toString();
}
