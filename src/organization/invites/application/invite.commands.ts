import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller, Role } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { InviteTarget } from '../../contract/invite-target.js';

/** Somebody to be invited; without a role of their own they get the one of the request. */
export interface InvitedPerson {
  email: string;
  role?: Role | null | undefined;
}

/** What became of an invitation. */
export interface InvitationOutcome {
  /** Ids of those who are in the organization already; they are not written to. */
  users: string[];
  /** How many invites were mailed. */
  invited: number;
  /** Who can't be invited to sign in by SSO, since their e-mail domain is none of the organization's. */
  failedSSOEmails: string[];
}

/**
 * Mails invites to an organization; for its administrators. `role` is for those without one of their own, and the default
 * role of the organization where it is left out. Whoever was invited before is so anew: the old mail no longer works.
 */
@Audits('invite.created')
export class InviteUsers extends Command<InvitationOutcome> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly people: readonly InvitedPerson[],
    readonly options: { role?: Role | null | undefined; sso?: boolean | undefined },
  ) {
    super();
  }
}

/** Makes an invite link; for administrators. Answers its id. */
@Audits('link-invite.created')
export class CreateInviteLink extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly target: InviteTarget,
    readonly level: Role | null,
  ) {
    super();
  }
}

/** Changes what a link gives those who accept it from now on; for administrators. */
@Audits('link-invite.updated')
export class UpdateInviteLink extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly inviteId: string,
    readonly change: { kind: 'role' | 'level'; role: Role | null },
  ) {
    super();
  }
}

/** Ends a link; for administrators. Deleting what is not there, or not for the caller to know, is no error. */
@Audits('link-invite.deleted')
export class DeleteInviteLink extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly inviteId: string,
  ) {
    super();
  }
}

/** Lets the caller accept an invite by its id or by the secret that was mailed. */
@Audits('invite.accepted', 'member.joined', 'member.role-changed')
export class JoinWithInvite extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly inviteId: string,
  ) {
    super();
  }
}

/** Lets the caller join by the domain of their verified e-mail address. Joining twice is no error. */
@Audits('member.joined')
export class JoinOrganization extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
  ) {
    super();
  }
}

/** Removes mailed invites that were accepted or expired a month ago. */
@NotAudited('removes what ended by itself')
export class PurgeInvites extends Command<void> {}
