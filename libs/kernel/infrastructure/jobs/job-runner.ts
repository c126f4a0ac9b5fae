import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, run, type Job, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { JOB_TABLE } from '#library-internals';
import type { JobHandler } from '../../application/jobs.js';
import { Slots } from '../../application/slots.js';
import { endedJobs, type EndedJob } from './ended-jobs.js';
import { JobParked, type FatalJobs, type StartedJob } from './fatal-jobs.js';
import type { ProcessLease } from './process-lease.js';
import { QueuePool } from './queue-pool.js';
import { takeTurns } from './queue-turns.js';
import { UNTRACED, type Traces } from '../telemetry/traces.js';

const POLL_MS = 2_000;
const START_AGAIN_AFTER_MS = 1_000;
/** Most connections of a queue, besides those that listen. */
const MOST_CONNECTIONS = 4;
/** How long a queue that gave up may take to end. */
const PATIENCE_MS = 60_000;
/** How long jobs may take to their next step when the process ends. */
const STEP_MS = 2_000;
/** How long the queue may take to record the jobs that are done beside one that is not, and to close its connections. */
const RECORD_MS = 500;
/** What an operator can do. */
export const HINT = '"quire jobs" lists what is parked and releases it';
/**
 * In batches of one: only with batches does the queue report, rather than throw, that it can't record the end of a job.
 */
const BATCHES = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

export interface JobRunnerLog {
  error(message: string): void;
  warn(message: string): void;
}

/** A running queue and its connections. */
interface Queue {
  runner: Runner;
  pool: pg.Pool;
}

/** The jobs of one runner. */
export interface KnownJobs {
  /** The handlers of the jobs, by name. */
  handlers: ReadonlyMap<string, JobHandler>;
  schedules: readonly { job: string; schedule: string }[];
  /** How many run at a time. */
  concurrency: number;
}

/**
 * Takes jobs from the queue and runs them, on a small pool of its own; a failed job is retried with back-off. When the
 * database is lost, the end of a job may be lost as well: that queue then gives up, and another is started once its
 * jobs have ended and are unlocked. It does not wait for the queue that gave up: graphile-worker 0.17 may never report
 * its end.
 */
export class JobRunner {
  #queue: Queue | undefined;
  #stopped = false;
  readonly #running = new Slots<Promise<unknown>>();
  /** Attempts that the jobs that run had before, by their ids. */
  readonly #attempts = new Map<string, number>();
  #ending: Promise<void> | undefined;
  /** The names under which it locks jobs. */
  readonly #holders: string[] = [];

  constructor(
    private readonly url: string,
    private readonly known: KnownJobs,
    private readonly lease: ProcessLease,
    private readonly fatal: FatalJobs,
    private readonly stopping: AbortSignal,
    private readonly log: JobRunnerLog,
    private readonly traces: Traces = UNTRACED,
  ) {}

  async start(): Promise<void> {
    const pool = this.#pool();
    const events: WorkerEvents = new EventEmitter();
    // Jobs are locked under the name of the pool, or of the worker where a pool passes them on.
    events.on('pool:create', ({ workerPool }) => this.#own(workerPool.id));
    events.on('worker:create', ({ worker }) => this.#own(worker.workerId));
    events.on('job:failed', ({ job, error }) => this.#failed(job, error));
    takeTurns(events);
    try {
      const queue = { pool, runner: await this.#run(pool, events) };
      this.#queue = queue;
      events.on('pool:fatalError', ({ error }) => this.#replace(queue, error));
      queue.runner.promise.catch((error: unknown) => this.#replace(queue, error));
    } catch (error) {
      void pool.end();
      throw error;
    }
    if (this.#stopped) await this.stop();
  }

  /** Starts no more jobs, and waits for those that run to come to an end or to a step, two seconds at most. */
  stop(): Promise<void> {
    this.#stopped = true;
    return (this.#ending ??= this.#end());
  }

  /** How many jobs have not come to a step. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * Unlocks the jobs that are not done, so that another process can run them at once. The attempt that was cut off does
   * not count.
   */
  async giveBack(): Promise<void> {
    if (this.#attempts.size === 0) return;
    await this.fatal.forget();
    await this.lease.giveBack(this.#holders, this.#attempts);
    this.#attempts.clear();
  }

  async #end(): Promise<void> {
    const queue = this.#queue;
    this.#queue = undefined;
    if (!queue) return;
    // A job that is cut off because it takes too long must not count as suspect.
    await this.fatal.forget().catch((error: Error) => this.log.warn(error.message));
    // The queue itself does not end while a job is not done.
    const ended = queue.runner.stop().catch((error: Error) => this.log.warn(error.message));
    await Promise.race([Promise.allSettled(this.#running), sleep(STEP_MS)]);
    await Promise.race([ended, sleep(this.#attempts.size === 0 ? STEP_MS : RECORD_MS)]);
    await Promise.race([queue.pool.end(), sleep(RECORD_MS)]);
  }

  /** Starts another queue after one gave up. */
  #replace(queue: Queue, error: unknown): void {
    if (this.#stopped || this.#queue !== queue) return;
    this.#queue = undefined;
    this.log.warn(`Jobs are not run for a moment: ${String(error)}`);
    void this.#startAgain(queue);
  }

  async #startAgain({ runner, pool }: Queue): Promise<void> {
    // It may already be stopping by itself, or never end.
    void runner.stop().catch(() => undefined);
    await sleep(START_AGAIN_AFTER_MS, undefined, { ref: false });
    await Promise.race([Promise.allSettled(this.#running), sleep(PATIENCE_MS, undefined, { ref: false })]);
    void pool.end();
    while (!this.#stopped) {
      try {
        await this.lease.unlockOwn(this.#holders);
        await this.fatal.forget();
        return await this.start();
      } catch (reason) {
        this.log.warn(`Jobs are not run yet: ${String(reason)}`);
        await sleep(START_AGAIN_AFTER_MS, undefined, { ref: false });
      }
    }
  }

  #run(pgPool: pg.Pool, events: WorkerEvents): Promise<Runner> {
    const taskList: TaskList = {};
    for (const [name, handler] of this.known.handlers) {
      taskList[name] = (payload, { job }) => {
        const work = (): Promise<void> => this.#work({ id: job.id, task: name, payload }, handler);
        return this.#track(job, this.traces.on ? this.traces.job(name, Object.keys(job.flags ?? {}), work) : work());
      };
    }
    return run({
      pgPool,
      preset: BATCHES,
      taskList,
      parsedCronItems: parseCronItems(
        this.known.schedules.map(({ job, schedule }) => ({ task: job, match: schedule })),
      ),
      events,
      concurrency: this.known.concurrency,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: new Logger(() => (level, message) => {
        if (level === 'error') this.log.error(message);
        if (level === 'warning') this.log.warn(message);
      }),
    });
  }

  /** Does not run a parked job; notifies its handler once. */
  async #work(job: StartedJob, handler: JobHandler): Promise<void> {
    try {
      await this.fatal.during(job, () => handler.run(job.payload, this.stopping));
    } catch (error) {
      if (error instanceof JobParked && error.isNew) {
        this.log.error(error.message);
        await handler.parked?.(job.payload);
      }
      throw error;
    }
  }

  #failed({ id, task_identifier: name, attempts }: Job, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.log.error(`The job ${name} ${id} is parked after ${attempts} attempts (${reason}). ${HINT}`);
  }

  #pool(): pg.Pool {
    return new QueuePool({
      connectionString: this.url,
      application_name: 'quire jobs',
      // Jobs that mostly wait take turns.
      max: Math.min(this.known.concurrency, MOST_CONNECTIONS) + 2,
    });
  }

  /** Of a job that fails while the process ends, the queue gets to know nothing: it would count the attempt. */
  async #track(job: Job, work: Promise<void>): Promise<void> {
    const { id, attempts } = job;
    const ended = this.#running.add(work);
    this.#attempts.set(id, attempts - 1);
    const begun = performance.now();
    try {
      await work;
      published(job, begun, false);
    } catch (error) {
      published(job, begun, true);
      if (!this.stopping.aborted) {
        this.#attempts.delete(id);
        if (await this.#isSuperseded(job)) return;
        throw error;
      }
      ended();
      await new Promise(() => undefined);
    } finally {
      ended();
    }
    this.#attempts.delete(id);
  }

  /**
   * Whether a later job of its key replaced it while it ran: that one does its work, and the queue has used up the
   * attempts of this one, which would count as parked.
   */
  async #isSuperseded({ id, key }: Job): Promise<boolean> {
    if (key === null) return false;
    const found = await this.#queue?.pool
      .query(`select from ${JOB_TABLE} where id = $1 and key is null`, [id])
      .catch(() => undefined);
    return (found?.rowCount ?? 0) > 0;
  }

  #own(holder: string): void {
    this.#holders.push(holder);
    this.lease.addHolder(holder).catch((error: Error) => this.log.error(error.message));
  }
}

function published({ task_identifier: name }: Job, begun: number, failed: boolean): void {
  if (endedJobs.hasSubscribers)
    endedJobs.publish({ name, seconds: (performance.now() - begun) / 1000, failed } satisfies EndedJob);
}
