import type { PublishedSpace } from '#content';
import { rootUrl, segmentsOf, type SitesHost } from './addresses.js';
import type { SiteState } from './site.js';

/**
 * The published place of each space: the first of these live sites that shows it (they are sorted by age, the oldest
 * first), or null.
 */
export function publishedSpaces(
  spaces: readonly string[],
  sites: readonly SiteState[],
  host: SitesHost,
): ReadonlyMap<string, PublishedSpace | null> {
  const published = new Map<string, PublishedSpace | null>(spaces.map((space) => [space, null]));
  for (const site of sites) {
    const root = rootUrl(site, host);
    for (const siteSpace of site.structure.siteSpaces) {
      if (published.get(siteSpace.space) !== null) continue;
      const path = [...segmentsOf(site.structure, siteSpace), ''].join('/');
      published.set(siteSpace.space, { visibility: site.visibility, url: root + path });
    }
  }
  return published;
}
