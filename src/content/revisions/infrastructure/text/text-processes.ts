import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { CallOrigin } from '#kernel/application/call-origin';
import { Invalid, TooManyRequests, Unavailable } from '#kernel/domain/errors';
import { QueueFull } from '#kernel/infrastructure/processes/fair-queue';
import { inWorker } from '#kernel/infrastructure/processes/in-worker';
import { TaskFailed, TaskRefused, WorkerProcesses } from '#kernel/infrastructure/processes/worker-processes';
import { refusal } from './refusal.js';

/** Time limit in milliseconds for a text of a request. */
const DEADLINE_MS = 10_000;
/** Time limit in milliseconds for texts that were accepted before, or that are processed in batches. */
export const LONG_DEADLINE_MS = 60_000;
const MEMORY_MB = 448;
/** Maximum bytes of one result; a batch of imported files has the largest. */
const MAX_BYTES = 512_000_000;
const WORKER = fileURLToPath(new URL('./markdown-worker.js', import.meta.url));

type Tasks = Readonly<Record<string, (...args: never[]) => unknown>>;

/** The tasks of a worker file. It creates its `run` with `runsTextTasks`. */
export interface TextWorker<T extends Tasks> {
  /** Relative to the module that names it. */
  file: URL;
  tasks: T;
  deadlineMs?: number;
  /** For texts in bulk: where processors are busy, requests come before them. */
  background?: boolean;
}

/** Creates the function that a worker file of text tasks exports as `run`. */
export const runsTextTasks = (tasks: Tasks) => inWorker(tasks, { maxBytes: MAX_BYTES, refusal });

/**
 * Two pools of worker processes for text, one of them for work in the background, shared by all worker files, that serve
 * callers in turn. When run from sources,
 * without built workers, tasks run in place.
 */
@Injectable()
export class TextProcesses {
  /** Maximum number of processes that work at the same time. */
  readonly size = Math.max(1, availableParallelism());
  readonly #processes = this.#open({ background: false });
  readonly #background = this.#open({ background: true });

  constructor(private readonly origin: CallOrigin) {}

  /** Throws Invalid where a text is refused or exceeds the limits. */
  async run<T extends Tasks, N extends keyof T & string>(
    { file, tasks, deadlineMs = DEADLINE_MS, background = false }: TextWorker<T>,
    name: N,
    args: Parameters<T[N]>,
  ): Promise<Awaited<ReturnType<T[N]>>> {
    type Done = Awaited<ReturnType<T[N]>>;
    const caller = this.origin.current?.address ?? 'jobs';
    try {
      const processes = background ? this.#background : this.#processes;
      if (!processes) return (tasks[name] as (...args: unknown[]) => Done)(...args);
      return (await processes.run(name, args, { caller, deadlineMs, file: fileURLToPath(file) })) as Done;
    } catch (error) {
      throw failureOf(error);
    }
  }

  close(): void {
    this.#processes?.close();
    this.#background?.close();
  }

  #open({ background }: { background: boolean }): WorkerProcesses | undefined {
    return existsSync(WORKER)
      ? new WorkerProcesses(WORKER, { size: this.size, memoryMb: MEMORY_MB, background })
      : undefined;
  }
}

function failureOf(error: unknown): unknown {
  const refused = error instanceof TaskRefused ? error.message : refusal(error);
  if (refused !== undefined) return new Invalid(refused);
  if (error instanceof QueueFull) return new TooManyRequests('Too many of your texts wait to be read');
  if (!(error instanceof TaskFailed)) return error;
  if (error.reason === 'end') return new Unavailable('The text could not be read just now', { cause: error });
  const much = error.reason === 'time' ? 'time' : 'memory';
  return new Invalid(`The text takes too much ${much} to read: make it shorter, or simpler`);
}
