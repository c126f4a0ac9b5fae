import { getHeapStatistics, serialize, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Memory that a process may use between tasks, bytes. A waiting one collects no garbage and might otherwise keep its
 * whole limit.
 */
const MOST_IDLE_BYTES = 128 * 2 ** 20;

/** The result of a process. */
export type WorkerOutcome = { done: Uint8Array } | { refused: string };

export interface WorkerOptions {
  /** Most bytes of a result; a larger one is refused. */
  maxBytes: number;
  /** The reason why a task refused its input; undefined where it failed. */
  refusal(error: unknown): string | undefined;
}

export type RunsTask = (task: { name: string; args: unknown[] }) => Promise<WorkerOutcome>;

type Tasks = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Creates what a worker file exports as `run`: one of the tasks, by name. */
export function inWorker(tasks: Tasks, { maxBytes, refusal }: WorkerOptions): RunsTask {
  return async ({ name, args }) => {
    try {
      const done = serialize(await (tasks[name] as (...args: unknown[]) => unknown)(...args));
      if (done.length > maxBytes) return { refused: `It comes to more than ${maxBytes} bytes` };
      return { done };
    } catch (error) {
      const refused = refusal(error);
      if (refused === undefined) throw error;
      return { refused };
    } finally {
      freeMemory();
    }
  };
}

type Collect = () => void;
let collect: Collect | undefined;

/** Frees the memory that a large task used, where the engine lets us: the task is done in any case. */
function freeMemory(): void {
  if (getHeapStatistics().total_heap_size < MOST_IDLE_BYTES) return;
  collect ??= collector();
  collect?.();
}

/** Taken once: only new contexts have the function. */
function collector(): Collect | undefined {
  setFlagsFromString('--expose-gc');
  return runInNewContext("typeof gc === 'function' ? gc : undefined") as Collect | undefined;
}
