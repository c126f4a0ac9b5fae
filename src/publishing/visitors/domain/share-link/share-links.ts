import type { ShareLink } from './share-link.js';

/** The share links of sites. Before a change, the caller locks the site. */
export abstract class ShareLinks {
  abstract count(organizationId: string, siteId: string): Promise<number>;
  abstract find(organizationId: string, siteId: string, shareLinkId: string): Promise<ShareLink | undefined>;
  /** Inserts a link. Its key is stored encrypted and as a hash. */
  abstract add(link: ShareLink, key: string): Promise<void>;
  abstract save(link: ShareLink): Promise<void>;
  abstract remove(link: ShareLink): Promise<void>;
  /** The id of the active link of a site with this key. */
  abstract opened(organizationId: string, siteId: string, key: string): Promise<string | undefined>;
}
