import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { Role } from '#permissions';
import type { RecordKey } from './permission.commands.js';
import type { TeamPermissionView, UserPermissionView } from './permission.view.js';

/** The users with a grant on a record, in the order of their ids. Requires the role admin on the record. */
export class ListUserGrants extends Query<Page<UserPermissionView>> {
  constructor(
    readonly caller: Caller,
    readonly on: RecordKey,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** The teams with a grant on a record, in the order of their ids. Requires the role admin on the record. */
export class ListTeamGrants extends Query<Page<TeamPermissionView>> {
  constructor(
    readonly caller: Caller,
    readonly on: RecordKey,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/**
 * All users with access to a record, each with the role that results from all their grants, in the order of their ids;
 * with `role`, only those with this role. Requires the role admin on the record.
 */
export class ListEffectiveRoles extends Query<Page<UserPermissionView>> {
  constructor(
    readonly caller: Caller,
    readonly on: RecordKey,
    readonly role: Role | undefined,
    readonly page: PageRequest,
  ) {
    super();
  }
}
