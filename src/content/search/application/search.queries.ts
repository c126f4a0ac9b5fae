import type { Caller } from '#kernel/application/caller';
import type { JsonText } from '#kernel/application/json-text';
import type { PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';

/** The pages of a space that a query finds (PageHitView), the best first. */
export class SearchSpace extends Query<JsonText> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly query: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** The spaces of an organization in which a query finds pages (SpaceHitView), the best first. */
export class SearchOrganization extends Query<JsonText> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly query: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}
