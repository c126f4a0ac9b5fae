import type { ShareLink } from './share-link.js';

/** The share links of sites. Whoever changes those of a site holds the site. */
export abstract class ShareLinks {
  abstract count(organizationId: string, siteId: string): Promise<number>;
  abstract find(organizationId: string, siteId: string, shareLinkId: string): Promise<ShareLink | undefined>;
  /** Stores a new one. Its key is kept sealed and as a hash. */
  abstract add(link: ShareLink, key: string): Promise<void>;
  abstract save(link: ShareLink): Promise<void>;
  abstract remove(link: ShareLink): Promise<void>;
  /** The id of the active link of a site that has this key. */
  abstract opened(organizationId: string, siteId: string, key: string): Promise<string | undefined>;
}
