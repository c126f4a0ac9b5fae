import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { CallOrigin } from '#kernel/application/call-origin';
import { Invalid, TooManyRequests, Unavailable } from '#kernel/domain/errors';
import { QueueFull } from '#kernel/infrastructure/jobs/fair-queue';
import { TaskFailed, TaskRefused, WorkerThreads } from '#kernel/infrastructure/jobs/worker-threads';
import { refusal } from './refusal.js';
import * as tasks from './text-tasks.js';

type Tasks = typeof tasks;
type TaskName = keyof Tasks;
type Done<N extends TaskName> = Awaited<ReturnType<Tasks[N]>>;

/** What a text of a request may take; and what is taken already, or comes several at a time. */
const DEADLINE_MS = 10_000;
const LONG_DEADLINE_MS = 60_000;
const LONG: ReadonlySet<TaskName> = new Set(['importPages', 'mergeBody']);
const MEMORY_MB = 448;
const WORKER = fileURLToPath(new URL('./text-worker.js', import.meta.url));

/**
 * Worker threads for work on text, in which those who call take turns. Run from the sources, where there is no built
 * worker, the work is done in place.
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
  async run<N extends TaskName>(name: N, args: Parameters<Tasks[N]>): Promise<Done<N>> {
    const deadlineMs = LONG.has(name) ? LONG_DEADLINE_MS : DEADLINE_MS;
    const caller = this.origin.current?.address ?? 'jobs';
    try {
      if (this.#threads) return (await this.#threads.run(name, args, { caller, deadlineMs })) as Done<N>;
      return (tasks[name] as (...args: unknown[]) => Done<N>)(...args);
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
