import type { OnApplicationShutdown } from '@nestjs/common';
import { RequestMeasurements, type MeasuredRequest } from '../../application/request-measurements.js';
import { Schedule } from '../../domain/schedule.js';
import type { SqlQuery } from '../database/sql-query.js';
import type { CacheBudget } from '../memory/cache-budget.js';
import type { Settings } from '../settings.js';
import { DatabaseStates } from './database-state.js';
import type { Meters } from './meters.js';

/**
 * Measures this process and its database for Prometheus, which reads it at an address of its own (`QUIRE_METRICS_PORT`).
 * Without one nothing of it is loaded, and no request is looked at.
 */
export class Measurements extends RequestMeasurements implements OnApplicationShutdown {
  readonly on: boolean;
  #meters: Meters | undefined;
  #open: () => number = () => 0;

  constructor(
    private readonly settings: Settings,
    private readonly sql: SqlQuery,
    private readonly caches: CacheBudget,
  ) {
    super();
    this.on = settings.metrics !== undefined;
  }

  /** Throws the error of listening. */
  async start(version: string): Promise<void> {
    const { metrics, role, poolSize, backup } = this.settings;
    if (metrics === undefined) return;
    const { Meters } = await import('./meters.js');
    const states = new DatabaseStates(this.sql, Schedule.parse(backup.schedule ?? ''));
    this.#meters = new Meters(metrics, {
      version,
      role,
      connections: () => {
        const { totalCount, idleCount, waitingCount } = this.sql.pool;
        return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount, most: poolSize };
      },
      caches: () => this.caches.uses,
      requests: () => this.#open(),
      database: () => states.read(),
    });
    await this.#meters.listen();
  }

  count(open: () => number): void {
    this.#open = open;
  }

  answered(request: MeasuredRequest): void {
    this.#meters?.request(request);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#meters?.close();
    this.#meters = undefined;
  }
}
