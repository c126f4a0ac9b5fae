import { deserialize } from 'node:v8';
import { FairQueue } from './fair-queue.js';
import { PooledWorker, TASK_WORKER } from './pooled-worker.js';
import { TaskRefused } from './task-failed.js';

export { TaskFailed, TaskRefused } from './task-failed.js';

const IDLE_MS = 10_000;
/** Most tasks that one caller may have waiting. */
const MOST_WAITING = 200;

export interface WorkerProcessesOptions {
  /** How many processes work at a time. */
  size: number;
  memoryMb: number;
  /** Other processes, and the database, go first where processors are busy. */
  background?: boolean;
  /** For how long a process waits for its next task before it ends; 10 seconds by default. */
  idleMs?: number;
  /** The program of the processes, where it is not beside the bundle that runs. */
  entry?: string;
}

export interface TaskOptions {
  /** Tasks of different callers are served in round robin. */
  caller: string;
  /** How long the task may run, once it has started. */
  deadlineMs: number;
  /** The worker file with the task, where it is not the default one of the processes. */
  file?: string;
}

/**
 * Processes for the tasks of a worker file, which exports a `run` created by `inWorker`. One that takes too long or too
 * much memory is ended, with its task and no other. Arguments and results are copied; `Kept` ones are sent to a process
 * once. Results are bytes whose size is checked in the process: a large one could use up our memory.
 */
export class WorkerProcesses {
  readonly #queue: FairQueue;
  readonly #all = new Set<PooledWorker>();
  /** The one that worked last is the last, and has most of what it needs. */
  readonly #idle: PooledWorker[] = [];

  constructor(
    private readonly file: string,
    private readonly options: WorkerProcessesOptions,
  ) {
    this.#queue = new FairQueue(options.size, MOST_WAITING);
  }

  async run(name: string, args: unknown[], { caller, deadlineMs, file = this.file }: TaskOptions): Promise<unknown> {
    return this.#queue.run(caller, async () => {
      const worker = this.#idle.pop() ?? this.#start();
      try {
        const outcome = await worker.run(file, name, args, deadlineMs);
        if ('refused' in outcome) throw new TaskRefused(outcome.refused);
        return deserialize(outcome.done) as unknown;
      } finally {
        this.#release(worker);
      }
    });
  }

  close(): void {
    for (const worker of this.#all) worker.end();
  }

  #start(): PooledWorker {
    const { memoryMb, background = false, entry = TASK_WORKER } = this.options;
    const worker = new PooledWorker({ memoryMb, background, onEnd: (ended) => this.#remove(ended) }, entry);
    this.#all.add(worker);
    return worker;
  }

  #release(worker: PooledWorker): void {
    if (!this.#all.has(worker)) return;
    this.#idle.push(worker);
    worker.endIn(this.options.idleMs ?? IDLE_MS);
  }

  #remove(worker: PooledWorker): void {
    this.#all.delete(worker);
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
  }
}
