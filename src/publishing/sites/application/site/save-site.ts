import type { Dispatcher } from '#kernel/application/dispatcher';
import { RecordPublishedSpaces } from '#content';
import type { SitesHost } from '../../domain/site/addresses.js';
import { publishedSpaces } from '../../domain/site/published-spaces.js';
import type { Site } from '../../domain/site/site.js';
import type { Sites } from '../../domain/site/sites.js';

/** What it takes to store a site whose spaces may be published elsewhere from now on. */
export interface Saving {
  sites: Sites;
  dispatcher: Dispatcher;
  host: SitesHost;
}

/** Saves a site, and notes in Content where its spaces are published now. */
export async function saveSite(saving: Saving, site: Site): Promise<void> {
  const moved = site.takeMovedSpaces();
  await saving.sites.save(site);
  await notePublished(saving, site.organizationId, moved);
}

/** Removes a site that was deleted, and notes the same of the spaces it had. */
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
