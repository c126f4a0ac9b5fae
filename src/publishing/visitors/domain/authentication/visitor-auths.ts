import type { VisitorAuth } from './visitor-auth.js';

/** The visitor authentication of sites. Keys are stored encrypted. */
export abstract class VisitorAuths {
  abstract find(organizationId: string, siteId: string): Promise<VisitorAuth | undefined>;
  abstract save(auth: VisitorAuth): Promise<void>;
}

/** The keys that may sign visitors' tokens. */
export abstract class VisitorKeys {
  /**
   * The current keys of a site; none if there is no key or the integration is unknown, so that no visitor can sign in.
   */
  abstract of(organizationId: string, siteId: string): Promise<readonly string[]>;
}
