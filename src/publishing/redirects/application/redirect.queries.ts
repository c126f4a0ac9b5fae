import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { FoundRedirectView, SiteRedirectView } from './redirect.view.js';

/** By when they were created or changed, the last first, or by their sources. */
export type RedirectOrder = 'createdAt' | 'updatedAt' | 'source';

export interface WantedRedirects {
  /** The drafts, or those that are live. */
  draft: boolean;
  /** A part of the source, whatever its case. */
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

/** The redirect that a path on a site meets, with where it leads; NotFound where there is none. Visitors ask, too. */
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
