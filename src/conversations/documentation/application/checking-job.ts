import type { Jobs } from '#kernel/application/jobs';

export const CHECK_DOCUMENTATION = 'conversations.check-documentation';

/** After what concerns users at once: joining clusters and describing them. */
const PRIORITY = 8;
const MINUTE = 60_000;

/** Queues the job; one at a time for an organization. Where two processes end during it, those of the same minute are parked. */
export function enqueueChecking(jobs: Jobs, organizationId: string, runAt: Date): Promise<void> {
  const queue = `${CHECK_DOCUMENTATION} ${organizationId}`;
  const minute = Math.floor(runAt.getTime() / MINUTE);
  return jobs.enqueue(
    CHECK_DOCUMENTATION,
    { organizationId, minute },
    { queue, key: queue, runAt, priority: PRIORITY },
  );
}
