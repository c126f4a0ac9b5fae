import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { Role } from '#permissions';
import type { RecordKey } from './permission.commands.js';
import type { TeamPermissionView, UserPermissionView } from './permission.view.js';

/** The users to whom something is granted on a record, in the order of their ids. For its administrators. */
export class ListUserGrants extends Query<Page<UserPermissionView>> {
  constructor(
    readonly caller: Caller,
    readonly on: RecordKey,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** The teams to which something is granted on a record, in the order of their ids. For its administrators. */
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
 * Everybody who reaches a record, by whatever way, with the role that comes of it, in the order of their ids; with
 * `role` only those who have that one. For its administrators.
 */
export class ListReach extends Query<Page<UserPermissionView>> {
  constructor(
    readonly caller: Caller,
    readonly on: RecordKey,
    readonly role: Role | undefined,
    readonly page: PageRequest,
  ) {
    super();
  }
}
