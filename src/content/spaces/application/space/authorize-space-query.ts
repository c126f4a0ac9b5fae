import type { Caller, Role } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';

/** A space whose content the caller may import or export. */
export interface AuthorizedSpace {
  organizationId: string;
  spaceId: string;
  title: string;
}

/**
 * Authorizes an import or export. Throws NotFound where the caller cannot see the space, Forbidden where their role is
 * too low, and Conflict where `edits` is set and the space is locked. It is a query because the import or export must
 * not run in one transaction.
 */
export class AuthorizeSpace extends Query<AuthorizedSpace> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly role: Role,
    readonly edits: boolean,
  ) {
    super();
  }
}
