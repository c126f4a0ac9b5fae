import { Logger, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Callers } from '../application/callers.js';
import type { Stopping } from '../application/stopping.js';
import { FatalJobs } from './jobs/fatal-jobs.js';
import { HINT, JobRunner, type KnownJobs } from './jobs/job-runner.js';
import { closeDatabase, cutConnections } from './database/open-database.js';
import { countParkedJobs } from './jobs/parked-jobs.js';
import type { NoticeCheck } from './events/notice-check.js';
import type { Notifications } from './events/notifications.js';
import { ProcessLease } from './jobs/process-lease.js';
import type { Reactions } from './events/reactions.js';
import type { SqlQuery } from './database/sql-query.js';
import type { Replicas } from './replicas/replicas.js';
import type { StoredRequests } from './requests/stored-requests.js';
import type { Traces } from './telemetry/traces.js';

const PURGE_MS = 3_600_000;
const FLUSH_MS = 5_000;
/** How many jobs one process runs at a time, and how many reactions besides. */
const JOBS = 2;
const REACTIONS = 2;
/** The same of jobs that mostly wait. */
const WAITING = 16;

/** Starts the background work (notifications, jobs, reactions) and stops it in order when the process ends. */
export class Lifecycle implements BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #logger = new Logger('Kernel');
  readonly #runners: JobRunner[] = [];
  #lease: ProcessLease | undefined;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly options: { url: string; role: 'all' | 'api' | 'worker' },
    private readonly notifications: Notifications,
    private readonly notices: NoticeCheck,
    private readonly replicas: Replicas,
    private readonly sql: SqlQuery,
    private readonly reactions: Reactions,
    private readonly requests: StoredRequests,
    private readonly callers: Callers,
    private readonly dataSource: DataSource,
    private readonly stopping: Stopping,
    private readonly traces: Traces,
  ) {}

  /** Listens for notifications; with the role `all` or `worker` also runs jobs and reactions. */
  async start(): Promise<void> {
    const warn = (message: string): void => this.#logger.warn(message);
    this.#every(FLUSH_MS, () => this.callers.flush());
    if (this.options.role === 'api') return this.#listen();
    this.#lease = new ProcessLease(this.sql, warn);
    await this.#lease.start(this.notifications);
    await this.#listen();
    await this.#lease.sweep();
    const [jobs, reactions, waiting] = [
      this.reactions.jobs(),
      this.reactions.reactions(),
      this.reactions.waitingJobs(),
    ];
    const [parked] = await Promise.all([
      countParkedJobs(this.sql.pool),
      this.#run({ handlers: jobs, schedules: this.reactions.schedules(), concurrency: JOBS }, this.#lease),
      // In a runner of their own, as jobs may take minutes.
      this.#run({ handlers: reactions, schedules: [], concurrency: REACTIONS }, this.#lease),
      this.#run({ handlers: waiting, schedules: [], concurrency: WAITING }, this.#lease),
    ]);
    if (parked > 0) warn(`Jobs are parked: ${parked}. ${HINT}`);
    this.#every(PURGE_MS, () => this.requests.purge());
  }

  /** Starts no more jobs, and waits until those that run have come to a step, two seconds at most. */
  async stopJobs(): Promise<void> {
    this.stopping.begin();
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#runners.map((runner) => runner.stop()));
  }

  /**
   * Cuts off the jobs that did not come to a step, and gives back what is not done: before anything is closed that they
   * use, as what fails of it then is no failure of theirs.
   */
  async giveBackJobs(): Promise<void> {
    const warn = (error: Error): void => this.#logger.warn(error.message);
    if (this.#runners.some(({ running }) => running > 0)) await cutConnections(this.dataSource).catch(warn);
    await Promise.all(this.#runners.map((runner) => runner.giveBack().catch(warn)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stopJobs();
    await this.giveBackJobs();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.callers.flush();
    await this.#lease?.stop();
    this.notices.stop();
    await this.replicas.stop();
    await this.notifications.close();
    await closeDatabase(this.dataSource);
  }

  async #listen(): Promise<void> {
    await this.notifications.open();
    await this.notices.start();
    await this.replicas.start();
  }

  async #run(known: KnownJobs, lease: ProcessLease): Promise<void> {
    const log = {
      error: (message: string): void => this.#logger.error(message),
      warn: (message: string): void => this.#logger.warn(message),
    };
    const runner = new JobRunner(
      this.options.url,
      known,
      lease,
      new FatalJobs(this.sql, lease.id),
      this.stopping.signal,
      log,
      this.traces,
    );
    this.#runners.push(runner);
    await runner.start();
  }

  #every(ms: number, work: () => Promise<void>): void {
    const run = (): Promise<void> => work().catch((error: Error) => this.#logger.warn(error.message));
    this.#timers.push(setInterval(() => void run(), ms));
  }
}
