import { getHeapStatistics, serialize, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Memory that a thread may hold between tasks, bytes. It collects no garbage while it waits, but might hold all it may take. */
const MOST_HELD = 128 * 2 ** 20;

/** What a thread answers. */
export type ThreadOutcome = { done: Uint8Array } | { refused: string };

export interface WorkerOptions {
  /** Bytes of an answer; what is larger is refused. */
  maxBytes: number;
  /** Says why a task refused what it was given; undefined where it failed. */
  refusal(error: unknown): string | undefined;
}

type Tasks = Readonly<Record<string, (...args: never[]) => unknown>>;

/** What a worker thread runs: one of the tasks, by name. */
export function inWorker(tasks: Tasks, { maxBytes, refusal }: WorkerOptions) {
  return async ({ name, args }: { name: string; args: unknown[] }): Promise<ThreadOutcome> => {
    try {
      const done = serialize(await (tasks[name] as (...args: unknown[]) => unknown)(...args));
      if (done.length > maxBytes) return { refused: `It comes to more than ${maxBytes} bytes` };
      return { done };
    } catch (error) {
      const refused = refusal(error);
      if (refused === undefined) throw error;
      return { refused };
    } finally {
      giveBack();
    }
  };
}

/** Gives back what a large task took. */
function giveBack(): void {
  if (getHeapStatistics().total_heap_size < MOST_HELD) return;
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
