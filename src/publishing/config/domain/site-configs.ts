import type { SiteKeys } from './site-keys.js';

/** Stores what the keys of sites' files name. */
export abstract class SiteConfigs {
  /** Those of one site; none where no file has described it. */
  abstract keys(organizationId: string, siteId: string): Promise<SiteKeys>;
  /** Those of the site, which is locked. */
  abstract put(organizationId: string, siteId: string, keys: SiteKeys, now: Date): Promise<void>;
}
