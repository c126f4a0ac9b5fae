import { Injectable, Logger } from '@nestjs/common';
import { JOB_TABLE, TASK_TABLE } from '#library-internals';
import type { JobHandler } from '../../application/jobs.js';
import { RunsJob } from '../../application/reactions.js';
import { Clock } from '../../domain/clock.js';
import { SqlQuery } from '../database/sql-query.js';
import { keptSince } from '../environment/retention.js';
import { Reactions } from '../events/reactions.js';
import { Settings } from '../settings.js';

/** Most jobs that one statement erases. */
const BATCH = 500;

/** The queue has no index for this; it has the jobs that wait, and those that are parked. */
const ERASE_JOBS = `select count(*)::int as count from graphile_worker.complete_jobs(array(
  select j.id from ${JOB_TABLE} j join ${TASK_TABLE} t on t.id = j.task_id
  where j.attempts >= j.max_attempts and j.locked_at is null and j.updated_at < $1 and t.identifier <> all($2::text[])
  limit ${BATCH}))`;

/** Those during which processes ended: parked ones, and others that were not run again since. */
const ERASE_FATAL = `with old as (
    select key from kernel.fatal_job where coalesce(parked_at, last_at) < $1 and task <> all($2::text[])
    limit ${BATCH} for update skip locked
  ), gone as (
    delete from kernel.fatal_job f using old where f.key = old.key returning 1
  ) select count(*)::int as count from gone`;

/**
 * Erases jobs that were parked longer ago than QUIRE_KEEP_PARKED_JOB_DAYS: what they were to do is not done. Those of
 * reactions that are marked as `kept` stay. Runs every night.
 */
@Injectable()
@RunsJob('kernel.purge-parked-jobs', '47 3 * * *', { bounds: true })
export class PurgeParkedJobs implements JobHandler {
  readonly #logger = new Logger('Retention');

  constructor(
    private readonly sql: SqlQuery,
    private readonly reactions: Reactions,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    const before = keptSince(this.settings.keep.parkedJobDays, this.clock.now());
    if (!before) return;
    const values = [before, this.reactions.keptWhenParked()];
    const jobs = await this.#erase('parked-jobs.erase', ERASE_JOBS, values, signal);
    const fatal = await this.#erase('parked-jobs.erase-fatal', ERASE_FATAL, values, signal);
    if (jobs + fatal > 0)
      this.#logger.warn(`Jobs that were parked before ${before.toISOString()}: ${jobs + fatal} erased`);
  }

  async #erase(name: string, text: string, values: readonly unknown[], signal: AbortSignal): Promise<number> {
    for (let erased = 0; ;) {
      signal.throwIfAborted();
      const row = await this.sql.row<{ count: number }>(name, text, values);
      erased += row?.count ?? 0;
      if ((row?.count ?? 0) === 0) return erased;
    }
  }
}
