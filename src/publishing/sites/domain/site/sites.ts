import type { Site, SiteState } from './site.js';

/** The sites, as aggregates. */
export abstract class Sites {
  /** A site of the organization; nobody else changes it until the transaction ends. */
  abstract held(organizationId: string, siteId: string): Promise<Site | undefined>;
  /** The same of every site on which a space is. */
  abstract heldWithSpace(organizationId: string, spaceId: string): Promise<Site[]>;
  /** The basenames that sites of the organization have, until the transaction ends: nobody else takes one. */
  abstract holdBasenames(organizationId: string): Promise<ReadonlySet<string>>;
  /** The live sites of the organization that have one of these spaces, the oldest first. */
  abstract liveWithSpaces(organizationId: string, spaces: readonly string[]): Promise<readonly SiteState[]>;
  /** Conflict where another site has the basename, or is at the hostname or the proxy's address. */
  abstract save(site: Site): Promise<void>;
  /** Removes a site that was deleted for good, with all that belongs to it. */
  abstract remove(site: Site): Promise<void>;
}
