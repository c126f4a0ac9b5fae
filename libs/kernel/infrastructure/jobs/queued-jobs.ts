import { Jobs, type JobOptions } from '../../application/jobs.js';
import type { Json } from '../../domain/canonical-json.js';
import type { SqlQuery } from '../database/sql-query.js';

/** Enqueues in the job tables of graphile-worker, which are ordinary tables: the job commits with the change. */
export class QueuedJobs extends Jobs {
  constructor(private readonly sql: SqlQuery) {
    super();
  }

  async enqueue(name: string, payload: { [key: string]: Json }, options: JobOptions = {}): Promise<void> {
    await this.sql.later(
      'jobs.enqueue-2',
      `select graphile_worker.add_job($1, $2::json, queue_name => $3, run_at => $4, max_attempts => $5, job_key => $6,
         priority => $7)`,
      [
        name,
        JSON.stringify(payload),
        options.queue ?? null,
        options.runAt ?? null,
        options.maxAttempts ?? 10,
        options.key ?? null,
        options.priority ?? 0,
      ],
    );
  }
}
