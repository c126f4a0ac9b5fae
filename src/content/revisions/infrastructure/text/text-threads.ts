import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { CallOrigin } from '#kernel/application/call-origin';
import { Invalid, TooManyRequests, Unavailable } from '#kernel/domain/errors';
import { QueueFull } from '#kernel/infrastructure/jobs/fair-queue';
import { inWorker } from '#kernel/infrastructure/jobs/in-worker';
import { TaskFailed, TaskRefused, WorkerThreads } from '#kernel/infrastructure/jobs/worker-threads';
import { refusal } from './refusal.js';

/** What a text of a request may take. */
const DEADLINE_MS = 10_000;
/** What work may take on texts that were taken already, or come several at a time. */
export const LONG_DEADLINE_MS = 60_000;
const MEMORY_MB = 448;
/** Bytes that one answer may have: a batch of files of an import has the most. */
const MAX_BYTES = 512_000_000;
const WORKER = fileURLToPath(new URL('./markdown-worker.js', import.meta.url));

type Tasks = Readonly<Record<string, (...args: never[]) => unknown>>;

/** The tasks of a worker file, whose `run` is made of them by `runsTextTasks`. */
export interface TextWorker<T extends Tasks> {
  /** Beside the file that names it. */
  file: URL;
  tasks: T;
  deadlineMs?: number;
}

/** What a worker file of text tasks exports as `run`. */
export const runsTextTasks = (tasks: Tasks) => inWorker(tasks, { maxBytes: MAX_BYTES, refusal });

/**
 * Worker threads for work on text, in which those who call take turns, whichever worker file has the task. Run from the
 * sources, where there is no built worker, the work is done in place.
 */
@Injectable()
export class TextThreads {
  /** Threads that can work at a time. */
  readonly size = Math.max(1, availableParallelism());
  readonly #threads = existsSync(WORKER)
    ? new WorkerThreads(WORKER, { size: this.size, memoryMb: MEMORY_MB })
    : undefined;

  constructor(private readonly origin: CallOrigin) {}

  /** Throws Invalid where a text is refused, or takes more than it may to be read. */
  async run<T extends Tasks, N extends keyof T & string>(
    { file, tasks, deadlineMs = DEADLINE_MS }: TextWorker<T>,
    name: N,
    args: Parameters<T[N]>,
  ): Promise<Awaited<ReturnType<T[N]>>> {
    type Done = Awaited<ReturnType<T[N]>>;
    const caller = this.origin.current?.address ?? 'jobs';
    try {
      if (!this.#threads) return (tasks[name] as (...args: unknown[]) => Done)(...args);
      return (await this.#threads.run(name, args, { caller, deadlineMs, file: fileURLToPath(file) })) as Done;
    } catch (error) {
      throw failureOf(error);
    }
  }

  async close(): Promise<void> {
    await this.#threads?.close();
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
