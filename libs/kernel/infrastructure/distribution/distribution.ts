import type { Pool } from 'pg';
import type { ContextMigrations } from '../database/context-migrations.js';
import { StartRefused } from '../start-refused.js';
import { extentOf } from './table-kinds.js';

/** Whether the database is distributed over several nodes by organization. */
export class Distribution {
  constructor(readonly isDistributed: boolean) {}

  /**
   * Asks the database. Throws StartRefused where only a part is distributed, and where replicas are set: how far those
   * of one node are says nothing about the others.
   */
  static async of(pool: Pool, contexts: readonly ContextMigrations[], replicas: number): Promise<Distribution> {
    const extent = await extentOf(pool, contexts);
    if (extent === 'partly')
      throw new StartRefused('The database is only partly distributed: run quire distribute to its end');
    if (extent === 'all' && replicas > 0)
      throw new StartRefused('DATABASE_REPLICA_URLS can not be used with a distributed database: leave it out');
    return new Distribution(extent === 'all');
  }
}
