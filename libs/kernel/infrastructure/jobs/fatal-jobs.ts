import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '../../domain/canonical-json.js';
import type { SqlQuery } from '../database/sql-query.js';

/** How often a process may end while a job runs before the job is parked. */
const MOST_ENDS = 2;
/** A parked job is tried once more after this time: the cause may be gone. */
const TRIED_AGAIN = '1 day';

/** One job as the queue starts it. */
export interface StartedJob {
  id: string;
  task: string;
  payload: unknown;
}

/** The process ended twice during the job, and it is parked. */
export class JobParked extends Error {
  override readonly name = 'JobParked';
  constructor(
    { task }: StartedJob,
    /** Whether it was parked by this very start. */
    readonly isNew: boolean,
  ) {
    super(
      `The job ${task} is parked: ${MOST_ENDS} processes ended while it ran. "quire jobs" lists such jobs and releases them`,
    );
  }
}

/**
 * Records durably which jobs run in which process. When a process disappears, the jobs that ran in it are suspected
 * (see `ProcessLease.sweep`); one that is suspected twice in a row is parked, so that it does not end every process
 * that starts it. Jobs with the same work count as the same: a new job with the same task and payload is as suspect.
 */
export class FatalJobs {
  readonly #running = new Set<string>();

  constructor(
    private readonly sql: SqlQuery,
    private readonly processId: string,
  ) {}

  /** Runs a job unless it is parked; then throws JobParked. */
  async during(job: StartedJob, work: () => Promise<void>): Promise<void> {
    const key = keyOf(job);
    await this.#start(job, key);
    this.#running.add(job.id);
    try {
      await work();
    } finally {
      this.#running.delete(job.id);
      await this.#end(job, key);
    }
  }

  /** Removes the records of this process, when it ends in order or has lost the queue. */
  async forget(): Promise<void> {
    await this.sql.rows(
      'fatal-jobs.forget-2',
      'delete from kernel.running_job where process_id = $1 and job_id = any($2::bigint[])',
      [this.processId, [...this.#running]],
    );
  }

  async #start(job: StartedJob, key: string): Promise<void> {
    const parked = await this.sql.row<{ isNew: boolean }>(
      'fatal-jobs.start',
      `with quick as (
         select set_config('synchronous_commit', 'off', true) as set
       ), again as (
         update kernel.fatal_job set ends = ends - 1, parked_at = null
         where key = $3 and parked_at < now() - $6::interval returning key
       ), parked as (
         update kernel.fatal_job f set parked_at = coalesce(f.parked_at, now())
         from kernel.fatal_job before
         where f.key = $3 and before.key = f.key and f.ends >= $7 and not exists (select from again)
         returning before.parked_at is null as "isNew"
       ), started as (
         insert into kernel.running_job (process_id, job_id, key, task, payload)
         select $1, $2, $3, $4, $5 from quick where set is not null and not exists (select from parked)
         on conflict (process_id, job_id) do nothing
       ) select "isNew" from parked`,
      [this.processId, job.id, key, job.task, JSON.stringify(job.payload ?? {}), TRIED_AGAIN, MOST_ENDS],
    );
    if (parked) throw new JobParked(job, parked.isNew);
  }

  /** The job ended, successfully or not, and the process is still running. */
  async #end({ id }: StartedJob, key: string): Promise<void> {
    await this.sql.rows(
      'fatal-jobs.end',
      `with quick as (
         select set_config('synchronous_commit', 'off', true) as set
       ), ended as (
         delete from kernel.running_job using quick where process_id = $1 and job_id = $2 and set is not null
       ) delete from kernel.fatal_job where key = $3`,
      [this.processId, id, key],
    );
  }
}

function keyOf({ task, payload }: StartedJob): string {
  return createHash('sha256')
    .update(`${task}\n${canonicalJson((payload ?? {}) as Json)}`)
    .digest('hex');
}
