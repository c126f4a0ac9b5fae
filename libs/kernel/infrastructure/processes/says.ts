import type { WorkerOutcome } from './in-worker.js';

/** A task of a worker file. */
export interface WorkerTask {
  file: string;
  name: string;
  args: unknown[];
  /** Which of the arguments are bytes that were sent before, by their places: their ids. */
  kept: Map<number, string>;
}

/** What a process is sent. */
export type WorkerHears = { keep: Uint8Array; id: string } | { task: WorkerTask };

/** What it says: the outcome of its task, or the error that a task threw. */
export type WorkerSays = WorkerOutcome | { failed: Error };
