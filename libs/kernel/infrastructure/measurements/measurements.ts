import { setTimeout as sleep } from 'node:timers/promises';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { RequestMeasurements, type OperationMeasurements } from '../../application/request-measurements.js';
import { Schedule } from '../../domain/schedule.js';
import type { SqlQuery } from '../database/sql-query.js';
import type { CacheBudget } from '../memory/cache-budget.js';
import type { Settings } from '../settings.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import { DatabaseStates } from './database-state.js';
import type { Meters } from './meters.js';
import { RequestDurations } from './request-durations.js';

/** How long the end of the process waits for the last measurements to be taken. */
const CLOSE_MS = 2_000;

/**
 * Measures this process and its database for Prometheus, which reads it at an address of its own (`QUIRE_METRICS_PORT`),
 * and for a collector (`QUIRE_OTLP_ENDPOINT`). Without either nothing of it is loaded, and no request is looked at.
 */
export class Measurements extends RequestMeasurements implements BeforeApplicationShutdown {
  readonly on: boolean;
  readonly #durations = new RequestDurations();
  #meters: Meters | undefined;
  #open: () => number = () => 0;

  constructor(
    private readonly settings: Settings,
    private readonly sql: SqlQuery,
    private readonly caches: CacheBudget,
    private readonly telemetry: Telemetry,
  ) {
    super();
    this.on = settings.metrics !== undefined || settings.otlp?.signals.has('metrics') === true;
  }

  /** Once telemetry was started. Throws the error of listening. */
  async start(version: string): Promise<void> {
    const { metrics, role, poolSize, backup } = this.settings;
    if (!this.on) return;
    const { Meters } = await import('./meters.js');
    const { prometheusReader, pushingReader } = await import('./readers.js');
    const { ProducedDurations } = await import('./produced-durations.js');
    const collector = this.telemetry.collectorOfMetrics;
    const durations = new ProducedDurations(this.#durations);
    const prometheus = metrics && (await prometheusReader(metrics, durations));
    const readers = [prometheus ?? [], collector ? await pushingReader(collector, durations) : []].flat();
    const states = new DatabaseStates(this.sql, Schedule.parse(backup.schedule ?? ''));
    const measured = {
      version,
      role,
      connections: () => {
        const { totalCount, idleCount, waitingCount } = this.sql.pool;
        return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount, most: poolSize };
      },
      caches: () => this.caches.uses,
      requests: () => this.#open(),
      database: () => states.read(),
    };
    this.#meters = new Meters(readers, measured, collector?.resource);
    await prometheus?.startServer();
  }

  count(open: () => number): void {
    this.#open = open;
  }

  operation(method: string, route: string): OperationMeasurements {
    return this.#durations.operation(method, route);
  }

  /** While the database can be asked for the last time. */
  async beforeApplicationShutdown(): Promise<void> {
    this.telemetry.collectorOfMetrics?.endPauses();
    // What fails to be sent was noted.
    const closing = this.#meters?.close().catch(() => undefined);
    await Promise.race([closing, sleep(CLOSE_MS, undefined, { ref: false })]);
    this.#meters = undefined;
  }
}
