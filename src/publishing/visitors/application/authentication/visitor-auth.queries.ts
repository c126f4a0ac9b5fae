import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { SitePublishingAuthView } from './visitor-auth.view.js';

/** The visitor authentication of a site, with the key; undefined before it was set up. */
export class FindVisitorAuth extends Query<SitePublishingAuthView | undefined> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}

/** The same; NotFound before it was set up. */
export class GetVisitorAuth extends Query<SitePublishingAuthView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}
