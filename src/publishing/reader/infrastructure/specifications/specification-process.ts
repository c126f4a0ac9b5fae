import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { TooManyRequests } from '#kernel/domain/errors';
import { QueueFull } from '#kernel/infrastructure/processes/fair-queue';
import { TaskFailed, WorkerProcesses } from '#kernel/infrastructure/processes/worker-processes';
import * as specificationTasks from './specification-tasks.js';

const WORKER = fileURLToPath(new URL('./specification-worker.js', import.meta.url));
/** A specification of 10 MB takes about a tenth of it. */
const MEMORY_MB = 512;
const DEADLINE_MS = 10_000;
/** A reader waits for a process to start: it stays for a while. */
const IDLE_MS = 5 * 60_000;

type Known = typeof specificationTasks;

/**
 * The process that reads and draws specifications: one, so that each is taken apart once. It serves specifications in
 * turn, and ends when nothing is drawn for minutes. When run from sources, without a built worker, tasks run in place.
 */
@Injectable()
export class SpecificationProcess implements OnApplicationShutdown {
  readonly #log = new Logger('OpenAPI pages');
  readonly #processes = existsSync(WORKER)
    ? new WorkerProcesses(WORKER, { size: 1, memoryMb: MEMORY_MB, idleMs: IDLE_MS })
    : undefined;

  /**
   * Runs a task for a specification (`turn`). Undefined also where it took too long or too much memory: a page is shown
   * without what it was for.
   */
  async run<N extends keyof Known>(
    turn: string,
    name: N,
    ...args: Parameters<Known[N]>
  ): Promise<ReturnType<Known[N]> | undefined> {
    type Done = ReturnType<Known[N]>;
    if (!this.#processes) return (specificationTasks[name] as (...args: unknown[]) => Done)(...args);
    try {
      return (await this.#processes.run(name, args, { caller: turn, deadlineMs: DEADLINE_MS })) as Done;
    } catch (error) {
      if (error instanceof QueueFull)
        throw new TooManyRequests('Too many pages of this specification wait to be drawn');
      if (!(error instanceof TaskFailed)) throw error;
      this.#log.warn(`A specification could not be drawn: ${error.message}`);
      return undefined;
    }
  }

  /** Starts the process, if it is not there, before there is something for it to do. */
  start(turn: string): void {
    void this.run(turn, 'start').catch(() => undefined);
  }

  onApplicationShutdown(): void {
    this.#processes?.close();
  }
}
