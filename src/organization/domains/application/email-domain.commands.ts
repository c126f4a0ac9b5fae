import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';

/** Claims a domain for an organization; answers it in lower case. Conflict where it claims the domain already. */
@Audits('domain.added')
export class AddOrganizationDomain extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly domain: string,
  ) {
    super();
  }
}

/** Proves a claimed domain. Conflict when its record does not have the expected text. A proved one stays as it is. */
@Audits('domain.proved')
export class ProveOrganizationDomain extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly domain: string,
    /** The unmodified result of LookUpDomainRecord. */
    readonly texts: readonly string[],
  ) {
    super();
  }
}

/**
 * Removes a domain, and ends the sessions of users with its addresses that providers of the organization vouched for. A
 * domain that the caller can't see is no error.
 */
@Audits('domain.removed')
export class RemoveOrganizationDomain extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly domain: string,
  ) {
    super();
  }
}
