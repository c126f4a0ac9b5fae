import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { JobHandler } from '../../application/jobs.js';
import type { ProcessLease } from './process-lease.js';

/** How many jobs one process runs at a time. */
const CONCURRENCY = 2;
const POLL_MS = 2_000;
const START_AGAIN_AFTER_MS = 1_000;
/** In batches, be they of one: only so the queue tells when it can't note that a job has ended, and does not throw. */
const BATCHES = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

export interface JobRunnerLog {
  error(message: string): void;
  warn(message: string): void;
}

/**
 * Takes jobs from the queue and runs them, on a small pool of its own; a failed job is tried again with back-off. Where
 * the database is lost, so may be that a job has ended: the queue gives up then, and is started again with all jobs free.
 */
export class JobRunner {
  #runner: Runner | undefined;
  #stopped = false;

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
    const runner = await this.#run();
    if (this.#stopped) return runner.stop();
    this.#runner = runner;
    runner.promise.catch((error: Error) => this.#startAgain(error));
  }

  /** Lets the running jobs end; those that take too long are taken up again by the next process. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const runner = this.#runner;
    this.#runner = undefined;
    await runner?.stop();
  }

  #startAgain(error: Error): void {
    this.#runner = undefined;
    if (this.#stopped) return;
    this.log.warn(`Jobs are not run for a moment: ${error.message}`);
    const again = async (): Promise<void> => {
      if (this.#stopped) return;
      await this.lease.freeOwn();
      await this.start();
    };
    setTimeout(() => void again().catch((reason: Error) => this.#startAgain(reason)), START_AGAIN_AFTER_MS).unref();
  }

  async #run(): Promise<Runner> {
    const taskList: TaskList = {};
    for (const [name, handler] of this.known.jobs()) taskList[name] = (payload) => handler.run(payload);
    const events: WorkerEvents = new EventEmitter();
    // Jobs are locked in the name of the pool, or of the worker where a pool passes them on.
    events.on('pool:create', ({ workerPool }) => this.#own(workerPool.id));
    events.on('worker:create', ({ worker }) => this.#own(worker.workerId));
    return run({
      connectionString: this.url,
      preset: BATCHES,
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

  #own(holder: string): void {
    this.lease.addHolder(holder).catch((error: Error) => this.log.error(error.message));
  }
}
