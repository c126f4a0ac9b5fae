import type { JobOptions } from '#kernel/application/jobs';
import { NotFound } from '#kernel/domain/errors';
import type { SitePlace } from '../domain/site-syncs.js';

/** The job that has one turn of a sync done, and the one that finds the syncs whose turn it is. */
export const SYNC_SITE = 'publishing.sync-site';
export const POLL_SITES = 'publishing.poll-sites';

/** One turn of a site: what waits already is not put twice, and turns of one site come one after the other. */
export function syncSiteJob({ organizationId, siteId }: SitePlace): [string, Record<string, string>, JobOptions] {
  const name = `publishing.git-sync:${siteId}`;
  return [SYNC_SITE, { organizationId, siteId }, { queue: name, key: name }];
}

export const notSynced = (): NotFound => new NotFound('The site is not kept in step with a repository');
