import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { Piscina } from 'piscina';
import * as tasks from './text-tasks.js';

type Tasks = typeof tasks;
type TaskName = keyof Tasks;

const IDLE_MS = 10_000;
/** Memory of a thread, MB: little for what lives briefly, so that many pages in a row leave no mountain behind. */
const YOUNG_MB = 12;
const OLD_MB = 512;
const WORKER = fileURLToPath(new URL('./text-worker.js', import.meta.url));

/** Worker threads for work on text. Run from the sources, where there is no built worker, the work is done in place. */
@Injectable()
export class TextThreads {
  #pool: Piscina | undefined;

  /** Threads that can work at a time. */
  readonly size = Math.max(1, availableParallelism());

  async run<N extends TaskName>(name: N, args: Parameters<Tasks[N]>): Promise<Awaited<ReturnType<Tasks[N]>>> {
    if (!existsSync(WORKER)) return (tasks[name] as (...args: unknown[]) => Awaited<ReturnType<Tasks[N]>>)(...args);
    this.#pool ??= new Piscina({
      filename: WORKER,
      maxThreads: this.size,
      minThreads: 0,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
    });
    return (await this.#pool.run({ name, args }, { name: 'run' })) as Awaited<ReturnType<Tasks[N]>>;
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = undefined;
  }
}
