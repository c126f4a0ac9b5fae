import { Logger, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Callers } from '../application/callers.js';
import { FatalJobs } from './jobs/fatal-jobs.js';
import { JobRunner } from './jobs/job-runner.js';
import type { Notifications } from './events/notifications.js';
import { OutboxRelay } from './events/outbox-relay.js';
import { ProcessLease } from './jobs/process-lease.js';
import type { Reactions } from './events/reactions.js';
import type { SqlQuery } from './database/sql-query.js';
import type { StoredRequests } from './requests/stored-requests.js';
import type { UnitOfWork } from './database/unit-of-work.js';

const PURGE_MS = 3_600_000;
const FLUSH_MS = 5_000;

/** Starts what runs beside the requests (notices, relay, jobs) and ends it in order when the process ends. */
export class Lifecycle implements BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #logger = new Logger('Kernel');
  readonly relay: OutboxRelay;
  #jobs: JobRunner | undefined;
  #lease: ProcessLease | undefined;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly options: { url: string; role: 'all' | 'api' | 'worker' },
    private readonly notifications: Notifications,
    private readonly sql: SqlQuery,
    unitOfWork: UnitOfWork,
    private readonly reactions: Reactions,
    private readonly requests: StoredRequests,
    private readonly callers: Callers,
    private readonly dataSource: DataSource,
  ) {
    this.relay = new OutboxRelay(
      sql,
      unitOfWork,
      (name) => reactions.to(name),
      (message) => this.#logger.warn(message),
    );
  }

  /** Hears notices; with the role `all` or `worker` also delivers events and runs jobs. */
  async start(): Promise<void> {
    const warn = (message: string): void => this.#logger.warn(message);
    this.#every(FLUSH_MS, () => this.callers.flush());
    if (this.options.role === 'api') return this.notifications.open();
    this.#lease = new ProcessLease(this.sql, warn);
    await this.#lease.start(this.notifications);
    await this.notifications.open();
    await this.#lease.sweep();
    const fatal = new FatalJobs(this.sql, this.#lease.id);
    this.#jobs = new JobRunner(this.options.url, this.reactions, this.#lease, fatal, {
      error: (message) => this.#logger.error(message),
      warn,
    });
    await this.#jobs.start();
    this.relay.start(this.notifications);
    this.#every(PURGE_MS, () => this.requests.purge());
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.relay.stop();
    await this.#jobs?.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.callers.flush();
    await this.#lease?.stop();
    await this.notifications.close();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  #every(ms: number, work: () => Promise<void>): void {
    const run = (): Promise<void> => work().catch((error: Error) => this.#logger.warn(error.message));
    this.#timers.push(setInterval(() => void run(), ms));
  }
}
