import type { WorkerEvents, WorkerPool } from 'graphile-worker';
import { DEBOUNCE_MS } from './add-jobs-sql.js';

/** When the next job of a queue is looked for, milliseconds after one has ended. */
const LOOKS_MS = [10, 50, 250];
/** When a debounced job is due that was announced just now, milliseconds: the transaction may take a moment to end. */
const DUE_MS = DEBOUNCE_MS + 10;
const ENDS = ['pool:gracefulShutdown', 'pool:forcefulShutdown', 'pool:fatalError'] as const;

/**
 * Looks for the next job of a named queue once one has ended. graphile-worker 0.17 itself looks before it has recorded the
 * end, while the queue is taken, and after that only at its next poll, so a queue could run one job in each interval.
 * Looks for debounced jobs when they are due: it looks when one is added, and then only polls.
 */
export function takeTurns(events: WorkerEvents): void {
  let looks: NodeJS.Timeout[] = [];
  let due: NodeJS.Timeout | undefined;
  /** Whether more was added since the next look was arranged. */
  let isLater = false;
  let ended = false;
  const forget = (): void => looks.forEach((look) => clearTimeout(look));
  const lookLater = (pool: WorkerPool): void => {
    isLater = false;
    due = setTimeout(() => {
      due = undefined;
      pool.nudge(1);
      if (isLater) lookLater(pool);
    }, DUE_MS).unref();
  };
  events.on('job:complete', ({ worker: { workerPool }, job }) => {
    if (job.job_queue_id === null || ended) return;
    forget();
    looks = LOOKS_MS.map((ms) => setTimeout(() => workerPool.nudge(1), ms).unref());
  });
  events.on('pool:listen:notification', ({ workerPool }) => {
    if (ended) return;
    isLater = true;
    if (due === undefined) lookLater(workerPool);
  });
  for (const end of ENDS)
    events.on(end, () => {
      ended = true;
      forget();
      clearTimeout(due);
    });
}
