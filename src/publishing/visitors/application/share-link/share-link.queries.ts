import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { ShareLinkView } from './share-link.view.js';

/**
 * Lists the share links of a site, the oldest first. `search` matches a part of the name, in any case, or the whole
 * key.
 */
export class ListShareLinks extends Query<Page<ShareLinkView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly search: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class GetShareLink extends Query<ShareLinkView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly shareLinkId: string,
  ) {
    super();
  }
}
