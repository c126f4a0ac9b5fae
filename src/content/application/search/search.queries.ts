import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { PageHitView, SpaceHitView } from './search.view.js';

/** The pages of a space that a query finds, the best first. */
export class SearchSpace extends Query<Page<PageHitView>> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly query: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** The spaces of an organization in which a query finds pages, the best first. */
export class SearchOrganization extends Query<Page<SpaceHitView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly query: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}
