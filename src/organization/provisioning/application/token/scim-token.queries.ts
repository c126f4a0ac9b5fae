import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { ScimTokenView } from './scim-token.view.js';

/** The tokens for the provisioning of an organization, the newest first; for administrators. Never their secrets. */
export class ListScimTokens extends Query<Page<ScimTokenView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** One of them. */
export class GetScimToken extends Query<ScimTokenView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly scimTokenId: string,
  ) {
    super();
  }
}
