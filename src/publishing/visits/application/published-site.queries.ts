import type { Caller } from '#kernel/application/caller';
import type { JsonText } from '#kernel/application/json-text';
import { Query } from '#kernel/domain/messages';

/**
 * All that a renderer must know of a site (a `PublishedSiteView` as text), as a visitor is shown it: `shareKey` is put into addresses. Members see what a
 * visitor sees of whom nothing is known. NotFound where it is not published.
 */
export class GetPublishedSite extends Query<JsonText> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly shareKey?: string,
  ) {
    super();
  }
}
