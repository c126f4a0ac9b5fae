import type { VisitorAuth } from './visitor-auth.js';

/** How the visitors of sites show who they are. Keys are kept sealed. */
export abstract class VisitorAuths {
  abstract find(organizationId: string, siteId: string): Promise<VisitorAuth | undefined>;
  abstract save(auth: VisitorAuth): Promise<void>;
}

/** The keys that tokens of visitors may be signed with. */
export abstract class VisitorKeys {
  /** Those of a site as it is set now; none where nobody can come in, as no key or no integration is known. */
  abstract of(organizationId: string, siteId: string): Promise<readonly string[]>;
}
