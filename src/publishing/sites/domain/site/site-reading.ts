import type { Caller } from '#kernel/application/caller';
import type { Role } from '#permissions';
import type { SiteState } from './site.js';

/** A site with the role of the reading member; visitors have none. */
export interface ReadSite {
  site: SiteState;
  role: Role | undefined;
}

/** Loads sites for authorized callers. The records are cached and shared, so they must not be changed. */
export abstract class SiteReading {
  /** For members with at least the role `wanted`; `read` by default. */
  abstract forMember(caller: Caller, organizationId: string, siteId: string, wanted?: Role): Promise<ReadSite>;
  /** The same, and for visitors of the site, who get the structure that they may see. */
  abstract forReader(caller: Caller, organizationId: string, siteId: string): Promise<ReadSite>;
  /** The whole record; the caller has been authorized before. */
  abstract whole(organizationId: string, siteId: string): Promise<SiteState>;
}
