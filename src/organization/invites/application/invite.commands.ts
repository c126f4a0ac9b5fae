import { Audits, NotAudited } from '#kernel/application/audits';
import type { Caller, Role } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';
import type { InviteTarget } from '../../contract/invite-target.js';

/** A person to invite; without a role of their own they get the one of the request. */
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
  /** E-mail addresses that can't be invited to sign in by SSO, since their domain is not one of the organization's. */
  failedSSOEmails: string[];
}

/**
 * Mails invites to an organization; for its administrators. `role` is for those without one of their own; left out, it
 * is the default role of the organization. An earlier invite to the same address is replaced: its mail no longer works.
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

/** Creates an invite link; for administrators. Answers its id. */
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

/** Changes what a link gives to those who accept it from now on; for administrators. */
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

/** Deletes a link; for administrators. A link that does not exist, or that the caller may not see, is no error. */
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
