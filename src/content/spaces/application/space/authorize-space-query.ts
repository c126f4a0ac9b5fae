import type { Caller, Role } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';

/** A space that somebody may move content into or out of. */
export interface AuthorizedSpace {
  organizationId: string;
  spaceId: string;
  title: string;
}

/**
 * Finds a space for somebody who wants to import or export. NotFound where they may not know of it, Forbidden where
 * their role does not reach, Conflict where `edits` and the space is locked. A query, since the work that follows must
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
