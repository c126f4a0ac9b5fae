import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { JobHandler } from '../../application/jobs.js';
import type { ProcessLease } from './process-lease.js';

/** How many jobs one process runs at a time. */
const CONCURRENCY = 2;
const POLL_MS = 2_000;

export interface JobRunnerLog {
  error(message: string): void;
  warn(message: string): void;
}

/** Takes jobs from the queue and runs them, on a small pool of its own; a failed job is tried again with back-off. */
export class JobRunner {
  #runner: Runner | undefined;

  constructor(
    private readonly url: string,
    private readonly known: {
      jobs(): ReadonlyMap<string, JobHandler>;
      schedules(): { job: string; schedule: string }[];
    },
    private readonly lease: ProcessLease,
    private readonly log: JobRunnerLog,
  ) {}

  async start(): Promise<void> {
    const taskList: TaskList = {};
    for (const [name, handler] of this.known.jobs()) taskList[name] = (payload) => handler.run(payload);
    const events: WorkerEvents = new EventEmitter();
    // Jobs are locked in the name of the pool, or of the worker where a pool passes them on.
    events.on('pool:create', ({ workerPool }) => this.#own(workerPool.id));
    events.on('worker:create', ({ worker }) => this.#own(worker.workerId));
    this.#runner = await run({
      connectionString: this.url,
      taskList,
      parsedCronItems: parseCronItems(
        this.known.schedules().map(({ job, schedule }) => ({ task: job, match: schedule })),
      ),
      events,
      concurrency: CONCURRENCY,
      maxPoolSize: CONCURRENCY + 2,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: new Logger(() => (level, message) => {
        if (level === 'error') this.log.error(message);
        if (level === 'warning') this.log.warn(message);
      }),
    });
  }

  /** Lets the running jobs end; those that take too long are taken up again by the next process. */
  async stop(): Promise<void> {
    await this.#runner?.stop();
    this.#runner = undefined;
  }

  #own(holder: string): void {
    this.lease.addHolder(holder).catch((error: Error) => this.log.error(error.message));
  }
}
