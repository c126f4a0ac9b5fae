import { createHash } from 'node:crypto';
import type { JobOptions } from '#kernel/application/jobs';

/** Names of the jobs: one processes a run of a specification, the other finds specifications that are due. */
export const PROCESS_OPENAPI = 'publishing.process-openapi-spec';
export const REFETCH_OPENAPI = 'publishing.refetch-openapi-specs';

/**
 * The job for a run of a specification; one that is already waiting is not queued twice. For each organization,
 * specifications from one host are processed one at a time, so that a slow host does not delay others; uploaded texts
 * are processed one at a time as well.
 */
export function processSpecJob(
  organizationId: string,
  specId: string,
  sourceUrl: string | null | undefined,
): [string, { organizationId: string; specId: string }, JobOptions] {
  const host = sourceUrl ? createHash('sha256').update(new URL(sourceUrl).host).digest('hex').slice(0, 16) : 'texts';
  return [
    PROCESS_OPENAPI,
    { organizationId, specId },
    { queue: `publishing.openapi:${organizationId}:${host}`, key: `publishing.openapi:${specId}` },
  ];
}
