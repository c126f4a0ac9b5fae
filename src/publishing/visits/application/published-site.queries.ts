import type { Caller } from '#kernel/application/caller';
import type { JsonText } from '#kernel/application/json-text';
import { Query } from '#kernel/domain/messages';

/**
 * Everything that a renderer needs of a site (a `PublishedSiteView` as text), for one visitor; `shareKey` becomes part
 * of addresses. Members see the site as a visitor without claims. NotFound unless it is published, or previewed by a
 * member: then it is shown as it would be published.
 */
export class GetPublishedSite extends Query<JsonText> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly shareKey?: string,
    readonly preview: boolean = false,
  ) {
    super();
  }
}
