import type { Caller } from '#kernel/application/caller';
import type { Role } from '#permissions';
import type { SiteState } from './site.js';

/** A site as it is read, with the role of the member of the organization who reads it; visitors have none. */
export interface ReadSite {
  site: SiteState;
  role: Role | undefined;
}

/** Reads the record of a site for those who may. The record is shared, and not to be changed. */
export abstract class SiteReading {
  /** For members with the role `wanted` or more; `read` unless given. */
  abstract forMember(caller: Caller, organizationId: string, siteId: string, wanted?: Role): Promise<ReadSite>;
  /** The same, and for visitors of the site, who get what they may see of its structure. */
  abstract forReader(caller: Caller, organizationId: string, siteId: string): Promise<ReadSite>;
  /** The record as it is, for anyone: whether they may was settled before. */
  abstract whole(organizationId: string, siteId: string): Promise<SiteState>;
}
