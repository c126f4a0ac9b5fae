import type { VisitorAuth } from './visitor-auth.js';

/** The visitor authentication of sites. Keys are stored encrypted. */
export abstract class VisitorAuths {
  abstract find(organizationId: string, siteId: string): Promise<VisitorAuth | undefined>;
  abstract save(auth: VisitorAuth): Promise<void>;
}

/** The keys with which the organization signs visitors' tokens itself. */
export abstract class VisitorKeys {
  /**
   * The current keys of a site; none if there is no key yet, or an integration signs instead.
   */
  abstract of(organizationId: string, siteId: string): Promise<readonly string[]>;
}
