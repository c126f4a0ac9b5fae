import { deserialize } from 'node:v8';
import { Piscina } from 'piscina';
import { FairQueue } from './fair-queue.js';
import type { ThreadOutcome } from './in-worker.js';

const IDLE_MS = 10_000;
/**
 * Memory of a thread for short-lived objects, MB: little, so that many tasks in a row do not add up, and that they fit
 * into the 16 MB that a thread gets at its limit, without which the whole process ends.
 */
const YOUNG_MB = 12;
/** Most tasks that one caller may have waiting. */
const MOST_WAITING = 200;
/** By how much threads in the background come after others for a processor. */
const NICE = 10;

export interface ThreadsOptions {
  /** How many threads work at a time. */
  size: number;
  memoryMb: number;
  /** The main thread and the database go first where processors are busy. On systems that can not, nothing changes. */
  background?: boolean;
  /** For how long a thread waits for its next task before it ends; 10 seconds by default. */
  idleMs?: number;
}

export interface TaskOptions {
  /** Tasks of different callers are served in round robin. */
  caller: string;
  /** How long the task may run, once it has started. */
  deadlineMs: number;
  /** The worker file with the task, where it is not the default one of the threads. */
  file?: string;
}

/** A task did not finish: it took too long or too much memory, or its thread ended. Other tasks go on. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  constructor(
    readonly reason: 'time' | 'memory' | 'end',
    options?: ErrorOptions,
  ) {
    super(REASONS[reason], options);
  }
}

const REASONS = {
  time: 'It takes too long',
  memory: 'It takes too much memory',
  end: 'The thread ended before the work did',
};

/** A task refused its input. */
export class TaskRefused extends Error {
  override readonly name = 'TaskRefused';
}

/**
 * Threads of a worker file, which exports a `run` created by `inWorker`. A thread that takes too long or too much
 * memory is ended, with its task and no other. Results are bytes whose size is checked in the thread: an object would
 * be copied, and a large one could use up the memory of the whole process.
 */
export class WorkerThreads {
  #pool: Piscina | undefined;
  readonly #queue: FairQueue;

  constructor(
    private readonly file: string,
    private readonly options: ThreadsOptions,
  ) {
    this.#queue = new FairQueue(options.size, MOST_WAITING);
  }

  async run(name: string, args: unknown[], { caller, deadlineMs, file }: TaskOptions): Promise<unknown> {
    return this.#queue.run(caller, async () => {
      const outcome = await this.#outcome({ name, args }, AbortSignal.timeout(deadlineMs), file);
      if ('refused' in outcome) throw new TaskRefused(outcome.refused);
      return deserialize(outcome.done) as unknown;
    });
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = undefined;
  }

  async #outcome(
    task: { name: string; args: unknown[] },
    signal: AbortSignal,
    filename = this.file,
  ): Promise<ThreadOutcome> {
    try {
      return (await this.#threads().run(task, { filename, name: 'run', signal })) as ThreadOutcome;
    } catch (error) {
      if (signal.aborted) throw new TaskFailed('time', { cause: error });
      const { code, message } = error as { code?: string; message?: string };
      if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw new TaskFailed('memory', { cause: error });
      if (message?.startsWith('worker exited') === true) throw new TaskFailed('end', { cause: error });
      throw error;
    }
  }

  /**
   * The pool never has more tasks than threads, so that its own queue stays empty and no task fails with another's
   * thread.
   */
  #threads(): Piscina {
    if (this.#pool) return this.#pool;
    const { size, memoryMb, background = false, idleMs = IDLE_MS } = this.options;
    this.#pool = new Piscina({
      filename: this.file,
      maxThreads: size,
      minThreads: 0,
      idleTimeout: idleMs,
      niceIncrement: background ? NICE : 0,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: memoryMb },
    });
    // The end of a thread without a task; an `error` event without a listener would end the process.
    this.#pool.on('error', () => undefined);
    return this.#pool;
  }
}
