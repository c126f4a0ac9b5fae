import type { JobOptions } from '#kernel/application/jobs';

/** The job that has one turn of a sync done, and the one that finds the syncs whose turn it is. */
export const SYNC_GIT = 'content.sync-git';
export const POLL_GIT = 'content.poll-git';

/** One turn of a space: what waits already is not put twice, and nothing else exchanges the space with Git meanwhile. */
export function syncJob(space: {
  organizationId: string;
  spaceId: string;
}): [string, { organizationId: string; spaceId: string }, JobOptions] {
  const { organizationId, spaceId } = space;
  return [
    SYNC_GIT,
    { organizationId, spaceId },
    { queue: `content.git:${spaceId}`, key: `content.git-sync:${spaceId}` },
  ];
}
