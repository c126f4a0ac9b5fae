import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { FoundRedirectView, SiteRedirectView } from './redirect.view.js';

/** By time of creation or change, the latest first, or by source. */
export type RedirectOrder = 'createdAt' | 'updatedAt' | 'source';

export interface WantedRedirects {
  /** Only drafts, or only live redirects. */
  draft: boolean;
  /** A part of the source; case does not matter. */
  search: string;
  orderBy: RedirectOrder;
}

export class ListRedirects extends Query<Page<SiteRedirectView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly wanted: WantedRedirects,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class GetRedirect extends Query<SiteRedirectView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly redirectId: string,
  ) {
    super();
  }
}

/** The redirect that matches a path on a site, with its target; NotFound if there is none. Visitors may use it, too. */
export class FindRedirect extends Query<FoundRedirectView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly source: string,
    /** The key of the share link by which the visitor reads. */
    readonly shareKey: string | undefined,
  ) {
    super();
  }
}
