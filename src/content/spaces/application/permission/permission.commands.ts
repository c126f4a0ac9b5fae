import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { Role } from '#permissions';
import type { ContentKind, SubjectKind } from '../../domain/permission/grants.js';

/** A space or a collection, by its id. */
export interface RecordKey {
  kind: ContentKind;
  id: string;
}

/**
 * Grants a role on a record to users and teams, replacing what they were granted on it; `null` removes it. They must
 * belong to the organization of the record. Requires the role admin on the record.
 */
@Audits(
  'collection.permission-changed',
  'space.permission-changed',
  'collection.permission-granted',
  'space.permission-granted',
)
export class GrantRole extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly on: RecordKey,
    readonly to: Readonly<Record<SubjectKind, readonly string[]>>,
    readonly role: Role | null,
  ) {
    super();
  }
}

/**
 * Changes the role granted to one user or team. Throws NotFound where there is no grant; changes nothing without a
 * role.
 */
@Audits('collection.permission-changed', 'space.permission-changed')
export class ChangeGrant extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly on: RecordKey,
    readonly kind: SubjectKind,
    readonly subjectId: string,
    readonly role: Role | null | undefined,
  ) {
    super();
  }
}

/** Removes the grant of one user or team. No error where there is none. */
@Audits('collection.permission-removed', 'space.permission-removed')
export class RemoveGrant extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly on: RecordKey,
    readonly kind: SubjectKind,
    readonly subjectId: string,
  ) {
    super();
  }
}

/** Removes all grants of a user or team in an organization that it no longer belongs to. */
@NotAudited('follows the removal of a member or a team, which is in the trail itself')
export class EndGrants extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly subjectId: string,
  ) {
    super();
  }
}

/** Grants a role to a user who accepted an invite to a record, unless they were already granted as much. */
@Audits(
  'collection.permission-changed',
  'space.permission-changed',
  'collection.permission-granted',
  'space.permission-granted',
)
export class GrantByInvite extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly on: RecordKey,
    readonly userId: string,
    readonly role: Role,
  ) {
    super();
  }
}
