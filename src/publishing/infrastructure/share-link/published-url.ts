import { rootUrl, type SitesHost } from '../../domain/site/addresses.js';
import type { SiteState } from '../../domain/site/site.js';

type Addressed = Pick<SiteState, 'organizationId' | 'basename' | 'hostname' | 'proxy'>;

/** Where a site is read with the key of a share link: the key is the first segment below the site. */
export function publishedUrl(site: Addressed, key: string, host: SitesHost): string {
  return `${rootUrl(site, host)}${key}/`;
}
