import { Injectable, Logger } from '@nestjs/common';
import { SqlQuery } from '../database/sql-query.js';

/** A job that erases what would grow for ever, and when it last came to its end. */
export interface BoundingRun {
  job: string;
  /** When one was noted for the first time. */
  firstAt: Date;
  endedAt: Date;
}

export const READ_BOUNDING_RUNS = `select job, first_at as "firstAt", ended_at as "endedAt" from kernel.bounding_run`;

/** Notes when these jobs end, a statement for each run, so that `quire doctor` sees where one does not any more. */
@Injectable()
export class BoundingRuns {
  readonly #logger = new Logger('Retention');

  constructor(private readonly sql: SqlQuery) {}

  /** What the job has done counts, whether it can be noted or not. */
  async note(job: string): Promise<void> {
    await this.sql
      .rows(
        'bounding-run.note',
        `insert into kernel.bounding_run as r (job) values ($1)
         on conflict (job) do update set ended_at = excluded.ended_at`,
        [job],
      )
      .catch((error: Error) => this.#logger.warn(`The end of ${job} was not noted: ${error.message}`));
  }
}
