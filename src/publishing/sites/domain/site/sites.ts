import type { Site, SiteState } from './site.js';

/** The sites, as aggregates. */
export abstract class Sites {
  /** Loads and locks a site of the organization. */
  abstract held(organizationId: string, siteId: string): Promise<Site | undefined>;
  /** Loads and locks every site that has the space. */
  abstract heldWithSpace(organizationId: string, spaceId: string): Promise<Site[]>;
  /**
   * The basenames of the organization's sites. Locks the list until the transaction ends against other callers of this
   * method, so that no two new sites get the same one.
   */
  abstract holdBasenames(organizationId: string): Promise<ReadonlySet<string>>;
  /** The live sites of the organization with one of these spaces, the oldest first. */
  abstract liveWithSpaces(organizationId: string, spaces: readonly string[]): Promise<readonly SiteState[]>;
  /** Loads and locks all live sites of the organization, the oldest first. */
  abstract heldLive(organizationId: string): Promise<readonly SiteState[]>;
  /** Organizations with live sites whose address the settings of the server give, in the order of their ids. */
  abstract organizationsByDefaultAddress(after: string, limit: number): Promise<string[]>;
  /** Throws Conflict if another site has the same basename, hostname or proxy address. */
  abstract save(site: Site): Promise<void>;
  /** Removes a deleted site for good, with everything that belongs to it. */
  abstract remove(site: Site): Promise<void>;
}
