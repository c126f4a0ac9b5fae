import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { SiteScriptView, SiteView } from '../../../contract/site.view.js';

/** One site of an organization; NotFound if it has no such site. */
export class GetSite extends Query<SiteView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}

/** The scripts of a site, for those who may read it. */
export class GetSiteScripts extends Query<SiteScriptView[]> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}

/** Filters of the list of sites. */
export interface SiteFilter {
  /** The id of a space on the site. */
  space?: string | undefined;
  /** A part of its title; case does not matter. */
  title?: string | undefined;
  published?: boolean | undefined;
  types?: readonly string[] | undefined;
}

/** Lists the sites of an organization, the oldest first. */
export class ListSites extends Query<Page<SiteView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly filter: SiteFilter,
    readonly page: PageRequest,
  ) {
    super();
  }
}
