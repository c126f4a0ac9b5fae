import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { SiteView } from './site.view.js';

/** Sites of one organization that the caller may see, by id; those that are unknown or hidden are absent. */
export class SitesByIds extends Query<Map<string, SiteView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteIds: readonly string[],
  ) {
    super();
  }
}

/** How an integration authenticates the visitors of a site. */
export interface VisitorLogin {
  /** Where visitors without a valid token are sent; the path they wanted is added as `location`. */
  loginUrl: string;
  /** Where visitors are signed out. */
  logoutUrl: string;
  /** The keys that sign their tokens: HS256, at least 32 bytes. */
  keys: readonly string[];
}

/**
 * Asked by Publishing and answered by the context that knows what is installed, at each visit of a site whose visitors
 * this integration authenticates. Undefined if it is not active on the site, or may not do so: then no visitor can sign in.
 */
export class VisitorLoginOfIntegration extends Query<VisitorLogin | undefined> {
  constructor(
    readonly organizationId: string,
    readonly siteId: string,
    /** The name of the integration. */
    readonly integration: string,
  ) {
    super();
  }
}

/** Which events about the visits of a site others react to. */
export interface FollowedVisits {
  /** `SiteViewed` */
  views: boolean;
  /** `PageFeedbackGiven` */
  feedback: boolean;
}

/**
 * Asked by Publishing and answered by the context that knows what is installed. The answer is used for some seconds:
 * events of visits that others do not follow cost nothing.
 */
export class FollowedVisitsOfSite extends Query<FollowedVisits> {
  constructor(
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}
