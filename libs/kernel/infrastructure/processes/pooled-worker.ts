import { fileURLToPath } from 'node:url';
import { WorkerProcess } from '#worker-process';
import type { WorkerOutcome } from './in-worker.js';
import { Kept, LastKept } from './kept.js';
import type { WorkerHears, WorkerSays } from './says.js';
import { TaskFailed } from './task-failed.js';

/** Beside the bundle that runs. */
export const TASK_WORKER = fileURLToPath(new URL('./task-worker.js', import.meta.url));

export interface PooledWorkerOptions {
  memoryMb: number;
  background: boolean;
  /** Called when it takes no more tasks. */
  onEnd: (worker: PooledWorker) => void;
}

/** A process of a pool, which takes one task after the other. */
export class PooledWorker {
  readonly #process: WorkerProcess<WorkerHears, WorkerSays>;
  readonly #kept = new LastKept<true>();
  #task: { done: (outcome: WorkerOutcome) => void; failed: (error: unknown) => void } | undefined;
  #ended = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: PooledWorkerOptions,
    entry: string,
  ) {
    const { memoryMb, background } = options;
    this.#process = new WorkerProcess(entry, {
      memoryMb,
      background,
      onMessage: (said) => ('failed' in said ? this.#task?.failed(said.failed) : this.#task?.done(said)),
      onEnd: (cause) => this.#end(new TaskFailed(cause.reason, { cause })),
    });
  }

  /** Throws TaskFailed where the process takes longer, or ends. */
  async run(file: string, name: string, args: unknown[], deadlineMs: number): Promise<WorkerOutcome> {
    clearTimeout(this.#idle);
    this.#process.hold(true);
    const deadline = setTimeout(() => this.#end(new TaskFailed('time')), deadlineMs);
    try {
      return await new Promise<WorkerOutcome>((done, failed) => {
        this.#task = { done, failed };
        const kept = new Map(args.flatMap((value, at) => (value instanceof Kept ? [[at, this.#keep(value)]] : [])));
        const plain = args.map((value) => (value instanceof Kept ? undefined : value));
        this.#process.send({ task: { file, name, args: plain, kept } });
      });
    } finally {
      clearTimeout(deadline);
      this.#task = undefined;
      if (!this.#ended) this.#process.hold(false);
    }
  }

  /** Ends it unless there is another task in time. */
  endIn(idleMs: number): void {
    this.#idle = setTimeout(() => this.end(), idleMs).unref();
  }

  end(): void {
    this.#end(new TaskFailed('end'));
  }

  #keep({ id, bytes }: Kept): string {
    if (this.#kept.get(id) === undefined) this.#process.send({ keep: bytes, id });
    this.#kept.put(id, true);
    return id;
  }

  #end(reason: TaskFailed): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#idle);
    this.#process.kill();
    this.options.onEnd(this);
    this.#task?.failed(reason);
  }
}
