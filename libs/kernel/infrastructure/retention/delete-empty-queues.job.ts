import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { JOB_TABLE, QUEUE_TABLE } from '#library-internals';
import type { JobHandler } from '../../application/jobs.js';
import { RunsJob } from '../../application/reactions.js';
import { isLockNotAvailable } from '../database/lock-not-available.js';
import { SqlQuery } from '../database/sql-query.js';
import { UnitOfWork } from '../database/unit-of-work.js';

/** Most queues that one transaction deletes. */
const BATCH = 1_000;
/** How long one waits for those who add jobs to queues, or take them: others wait behind it meanwhile. */
const LOCK_WAIT_MS = 200;
/** How often that may take longer before it is left to the next run, and the pause between. */
const ATTEMPTS = 5;
const PAUSE_MS = 500;

const WAIT = `select set_config('lock_timeout', '${LOCK_WAIT_MS}', true)`;
const LOCK = `lock table ${QUEUE_TABLE} in share row exclusive mode`;
const EMPTY = `from ${QUEUE_TABLE} where locked_at is null
  and id not in (select job_queue_id from ${JOB_TABLE} where job_queue_id is not null)`;
const ARE_SOME = `select count(*)::int as count ${EMPTY}`;
const DELETE = `with gone as (
    delete from ${QUEUE_TABLE} where id in (select id ${EMPTY} limit ${BATCH}) returning 1
  ) select count(*)::int as count from gone`;

/**
 * Deletes queues without jobs: each space and organization that ever had a job has one, and what is deleted for good
 * leaves it. Who adds a job finds its queue first and names it then, so the library's own clean-up (graphile-worker
 * 0.17, `GC_JOB_QUEUES`) can delete the queue of a job between the two, which then never runs. Here no job is added or taken
 * meanwhile. Runs every hour.
 */
@Injectable()
@RunsJob('kernel.delete-empty-queues', '52 * * * *', { bounds: true })
export class DeleteEmptyQueues implements JobHandler {
  constructor(
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; (await this.#count('empty-queues.count', ARE_SOME)) > 0;) {
      signal.throwIfAborted();
      try {
        await this.unitOfWork.transaction(() => this.#deleteSome());
      } catch (error) {
        if (!isLockNotAvailable(error)) throw error;
        if (attempt++ === ATTEMPTS) return;
        await sleep(PAUSE_MS, undefined, { signal });
      }
    }
  }

  async #deleteSome(): Promise<void> {
    await this.sql.rows('empty-queues.wait', WAIT);
    await this.sql.rows('empty-queues.lock', LOCK);
    await this.#count('empty-queues.delete', DELETE);
  }

  async #count(name: string, text: string): Promise<number> {
    return (await this.sql.row<{ count: number }>(name, text))?.count ?? 0;
  }
}
