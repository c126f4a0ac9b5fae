import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { SitePublishingAuthView } from './visitor-auth.view.js';

/** How visitors of a site show who they are, with the key; undefined where none was made yet. */
export class FindVisitorAuth extends Query<SitePublishingAuthView | undefined> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}

/** The same; NotFound where none was made yet. */
export class GetVisitorAuth extends Query<SitePublishingAuthView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}
