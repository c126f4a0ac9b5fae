import { createHash } from 'node:crypto';
import type { JobOptions } from '#kernel/application/jobs';

/** The job that has one run of a specification done, and the one that finds those whose time has come. */
export const PROCESS_OPENAPI = 'publishing.process-openapi-spec';
export const REFETCH_OPENAPI = 'publishing.refetch-openapi-specs';

/**
 * A run of a specification: what waits already is not put twice. Of one organization, a host is asked for one document
 * at a time, as among all of them one that is slow would hold up others; and texts that were sent are read one at a time.
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
