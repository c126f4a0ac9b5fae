import type { WorkerEvents } from 'graphile-worker';

/** When the next job of a queue is looked for, milliseconds after one has ended. */
const LOOKS_MS = [10, 50, 250];
const ENDS = ['pool:gracefulShutdown', 'pool:forcefulShutdown', 'pool:fatalError'] as const;

/**
 * Looks for the next job of a named queue once one has ended. graphile-worker 0.17 itself looks before it has recorded the
 * end, while the queue is taken, and after that only at its next poll, so a queue could run one job in each interval.
 */
export function takeTurns(events: WorkerEvents): void {
  let looks: NodeJS.Timeout[] = [];
  let ended = false;
  const forget = (): void => looks.forEach((look) => clearTimeout(look));
  events.on('job:complete', ({ worker: { workerPool }, job }) => {
    if (job.job_queue_id === null || ended) return;
    forget();
    looks = LOOKS_MS.map((ms) => setTimeout(() => workerPool.nudge(1), ms).unref());
  });
  for (const end of ENDS)
    events.on(end, () => {
      ended = true;
      forget();
    });
}
