import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller, Role } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';

/**
 * Changes the role of a member, `null` to make them a guest; left out, nothing changes. Conflict for the last
 * administrator.
 */
@Audits('member.role-changed')
export class ChangeMemberRole extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly userId: string,
    readonly role: Role | null | undefined,
  ) {
    super();
  }
}

/**
 * Removes a member, also from every team. A user who is not a member is no error. Conflict for the last administrator.
 */
@Audits('member.removed')
export class RemoveMember extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly userId: string,
  ) {
    super();
  }
}

/** Records that a member signs in by SSO. */
@Audits('member.sso-enabled')
export class SetSsoMember extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly userId: string,
  ) {
    super();
  }
}

/** Records that the caller is active in an organization. */
@NotAudited('a visit changes nothing for others')
export class RecordMemberSeen extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
  ) {
    super();
  }
}
