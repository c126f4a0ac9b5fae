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
 * Grants a role on a record to users and teams, in the place of what was granted to them there; `null` takes it away.
 * Only those of its organization can be granted something. For administrators of the record.
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

/** Changes the role granted to one, NotFound where there is none; without a role nothing changes. */
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

/** Takes away what was granted to one; no error where there is nothing. */
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

/** Takes from a user or team all that was granted to it in an organization, as it is no longer part of it. */
@NotAudited('follows the removal of a member or a team, which is in the trail itself')
export class EndGrants extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly subjectId: string,
  ) {
    super();
  }
}

/** Grants a role to somebody who accepted an invite to a record, unless they were granted as much before. */
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
