import type { Dispatcher } from '#kernel/application/dispatcher';
import { RecordPublishedSpaces } from '#content';
import type { SitesHost } from '../../domain/site/addresses.js';
import { publishedSpaces } from '../../domain/site/published-spaces.js';
import type { Site } from '../../domain/site/site.js';
import type { Sites } from '../../domain/site/sites.js';

/** What is needed to store a site whose spaces may get other published addresses. */
export interface Saving {
  sites: Sites;
  dispatcher: Dispatcher;
  host: SitesHost;
}

/** Saves a site, and reports the published addresses of its spaces to Content. */
export async function saveSite(saving: Saving, site: Site): Promise<void> {
  const moved = site.takeMovedSpaces();
  await saving.sites.save(site);
  await notePublished(saving, site.organizationId, moved);
}

/** Removes a deleted site, and reports the published addresses of its former spaces to Content. */
export async function removeSite(saving: Saving, site: Site): Promise<void> {
  const moved = site.takeMovedSpaces();
  await saving.sites.remove(site);
  await notePublished(saving, site.organizationId, moved);
}

async function notePublished({ sites, dispatcher, host }: Saving, organizationId: string, spaces: string[]) {
  if (spaces.length === 0) return;
  const live = await sites.liveWithSpaces(organizationId, spaces);
  await dispatcher.run(new RecordPublishedSpaces(organizationId, publishedSpaces(spaces, live, host)));
}
