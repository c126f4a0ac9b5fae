import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CallOrigin } from '#kernel/application/call-origin';
import { TooManyRequests } from '#kernel/domain/errors';
import { QueueFull } from '#kernel/infrastructure/processes/fair-queue';
import { inWorker } from '#kernel/infrastructure/processes/in-worker';
import { TaskFailed, WorkerProcesses } from '#kernel/infrastructure/processes/worker-processes';

export { TaskFailed } from '#kernel/infrastructure/processes/worker-processes';

const MEMORY_MB = 384;
const MAX_BYTES = 200_000_000;
const WORKER = fileURLToPath(new URL('./mask-worker.js', import.meta.url));

type Tasks = Readonly<Record<string, (...args: never[]) => unknown>>;

/** The tasks of a worker file. It creates its `run` with `runsConversationTasks`. */
export interface ConversationWorker<T extends Tasks> {
  file: URL;
  /** Loaded where tasks run in place. */
  tasks: () => Promise<T>;
  deadlineMs: number;
}

/** Creates the function that a worker file exports as `run`. */
export const runsConversationTasks = (tasks: Tasks) =>
  inWorker(tasks, { maxBytes: MAX_BYTES, refusal: () => undefined });

/**
 * The processes that read what people wrote in conversations. When run from sources, without built workers, tasks run in
 * place.
 */
@Injectable()
export class ConversationProcesses implements OnApplicationShutdown {
  readonly #processes = existsSync(WORKER)
    ? new WorkerProcesses(WORKER, {
        size: Math.max(1, availableParallelism() - 1),
        memoryMb: MEMORY_MB,
        background: true,
      })
    : undefined;

  constructor(private readonly origin: CallOrigin) {}

  /** Throws TaskFailed where a task takes too long or too much memory. */
  async run<T extends Tasks, N extends keyof T & string>(
    { file, tasks, deadlineMs }: ConversationWorker<T>,
    name: N,
    args: Parameters<T[N]>,
  ): Promise<Awaited<ReturnType<T[N]>>> {
    type Done = Awaited<ReturnType<T[N]>>;
    if (!this.#processes) return ((await tasks())[name] as (...args: unknown[]) => Done)(...args);
    const caller = this.origin.current?.address ?? 'jobs';
    try {
      return (await this.#processes.run(name, args, { caller, deadlineMs, file: fileURLToPath(file) })) as Done;
    } catch (error) {
      if (error instanceof QueueFull) throw new TooManyRequests('Too many of your conversations wait to be read');
      throw error;
    }
  }

  onApplicationShutdown(): void {
    this.#processes?.close();
  }
}

/** Whether a task failed by itself, so that it would fail again. */
export const failsAlways = (error: unknown): boolean => error instanceof TaskFailed && error.reason !== 'end';
