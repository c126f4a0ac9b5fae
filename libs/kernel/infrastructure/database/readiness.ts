import { Readiness } from '../../application/readiness.js';
import { countParkedJobs } from '../jobs/parked-jobs.js';
import { migrated, type ContextMigrations } from './migrator.js';
import type { NoticeCheck } from '../events/notice-check.js';
import type { SqlQuery } from './sql-query.js';

const NOT_HEARD =
  'Notices are sent that do not arrive: DATABASE_DIRECT_URL must lead to the database of DATABASE_URL without a pooler';
/** How long a count of parked jobs is cached. */
const COUNTED_FOR_MS = 10_000;

/** Checks whether the database answers, has every migration of this program, and sends notices that arrive. */
export class DatabaseReadiness extends Readiness {
  #migrated = false;
  #parked = { count: 0, until: 0 };

  constructor(
    private readonly sql: SqlQuery,
    private readonly notices: NoticeCheck,
    private readonly contexts: readonly ContextMigrations[],
  ) {
    super();
  }

  async missing(): Promise<string | undefined> {
    try {
      if (this.#migrated) await this.sql.rows('readiness', 'select 1');
      else this.#migrated = await migrated(this.sql.pool, this.contexts);
      if (!this.#migrated) return 'The database is not migrated';
      return this.notices.isMissing ? NOT_HEARD : undefined;
    } catch {
      return 'The database does not answer';
    }
  }

  async parkedJobs(): Promise<number> {
    if (performance.now() >= this.#parked.until) {
      const until = performance.now() + COUNTED_FOR_MS;
      this.#parked = { ...this.#parked, until };
      this.#parked = { count: await countParkedJobs(this.sql.pool), until };
    }
    return this.#parked.count;
  }
}
