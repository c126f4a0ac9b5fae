import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { QueueFull } from '#kernel/infrastructure/processes/fair-queue';
import { TaskFailed, TaskRefused, WorkerProcesses } from '#kernel/infrastructure/processes/worker-processes';
import type { DiagramTheme, DrawnDiagram } from './draw-diagram.js';

/** Bytes of a picture. */
export const MOST_DRAWN_BYTES = 2_000_000;
const DEADLINE_MS = 10_000;
const MEMORY_MB = 128;
const WORKER = fileURLToPath(new URL('./diagram-worker.js', import.meta.url));

/**
 * A process that draws diagrams: the layout of a large one takes seconds. When run from sources, without a built worker,
 * they are drawn in place.
 */
@Injectable()
export class DiagramProcess implements OnApplicationShutdown {
  readonly #processes = existsSync(WORKER) ? new WorkerProcesses(WORKER, { size: 1, memoryMb: MEMORY_MB }) : undefined;

  /**
   * `caller`: those that draw much wait for the others. Undefined for what is no diagram; `late` for one that
   * took too long, or more memory than there is, which may be otherwise another time.
   */
  async draw(source: string, theme: DiagramTheme, caller: string): Promise<DrawnDiagram | 'late' | undefined> {
    if (!this.#processes) return (await import('./draw-diagram.js')).drawDiagram(source, theme);
    try {
      const options = { caller, deadlineMs: DEADLINE_MS };
      return (await this.#processes.run('drawDiagram', [source, theme], options)) as DrawnDiagram | undefined;
    } catch (error) {
      if (error instanceof TaskFailed || error instanceof TaskRefused || error instanceof QueueFull) return 'late';
      throw error;
    }
  }

  onApplicationShutdown(): void {
    this.#processes?.close();
  }
}
