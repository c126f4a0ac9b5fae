import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { SiteView } from '../../../contract/site.view.js';

/** One site of an organization; NotFound for any other. */
export class GetSite extends Query<SiteView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}

/** What lists of sites can be limited to. */
export interface SiteFilter {
  /** The id of a space that is on it. */
  space?: string | undefined;
  /** A part of its title, in any case. */
  title?: string | undefined;
  published?: boolean | undefined;
  types?: readonly string[] | undefined;
}

/** The sites of an organization, the oldest first. */
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
