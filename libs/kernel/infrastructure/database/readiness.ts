import { Readiness } from '../../application/readiness.js';
import { migrated, type ContextMigrations } from './migrator.js';
import type { SqlQuery } from './sql-query.js';

/** Looks whether the database answers and has every migration this program knows. */
export class DatabaseReadiness extends Readiness {
  #migrated = false;

  constructor(
    private readonly sql: SqlQuery,
    private readonly contexts: readonly ContextMigrations[],
  ) {
    super();
  }

  async missing(): Promise<string | undefined> {
    try {
      if (this.#migrated) await this.sql.rows('readiness', 'select 1');
      else this.#migrated = await migrated(this.sql.pool, this.contexts);
      return this.#migrated ? undefined : 'The database is not migrated';
    } catch {
      return 'The database does not answer';
    }
  }
}
