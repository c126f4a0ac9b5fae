import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { PublishedSiteView } from './published-site.view.js';

/**
 * All that a renderer must know of a site, as a visitor is shown it: `shareKey` is put into addresses. Members see what a
 * visitor sees of whom nothing is known. NotFound where it is not published.
 */
export class GetPublishedSite extends Query<PublishedSiteView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly shareKey?: string,
  ) {
    super();
  }
}
