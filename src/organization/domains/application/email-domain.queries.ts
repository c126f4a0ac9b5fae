import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { OrganizationDomainView } from './email-domain.view.js';

/** The domains that an organization claims, by name; for administrators. */
export class ListOrganizationDomains extends Query<Page<OrganizationDomainView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** One domain that an organization claims; for administrators. */
export class GetOrganizationDomain extends Query<OrganizationDomainView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly domain: string,
  ) {
    super();
  }
}

/**
 * The texts of the record by which a claimed domain is proved, from the DNS and so outside any transaction; for
 * administrators. None where the domain is proved already. TooManyRequests after 30 look-ups of an organization in a minute, Unavailable when the DNS does not
 * answer.
 */
export class LookUpDomainRecord extends Query<string[]> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly domain: string,
  ) {
    super();
  }
}
