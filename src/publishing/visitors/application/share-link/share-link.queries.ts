import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { ShareLinkView } from './share-link.view.js';

/** The share links of a site, the oldest first; of them those whose names contain `search`, whatever its case, or whose key it is. */
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
