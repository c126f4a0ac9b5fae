import { Audits, NotAudited } from '#kernel/application/audits';
import type { Scope } from '#kernel/application/scopes';
import { Command } from '#kernel/domain/messages';

/**
 * Creates a user; answers the user's id. Conflict for an e-mail address that is taken. `emailVerified` means that the
 * address is known to be theirs.
 */
@NotAudited('a user belongs to no organization until they join one')
export class CreateUser extends Command<string> {
  constructor(
    readonly email: string,
    readonly displayName: string,
    readonly emailVerified = false,
  ) {
    super();
  }
}

/**
 * Makes sure that there is a first administrator. Where there is none, creates the user with a token of the value
 * `secret()`, which is called only then. Answers the user's id and whether it was created now.
 */
@NotAudited('there is no organization yet')
export class EnsureAdministrator extends Command<{ userId: string; created: boolean }> {
  constructor(readonly secret: () => string) {
    super();
  }
}

/** Id of the organization of the server itself, which owns what comes with the server and has no members. */
export const SERVER_ORGANIZATION = 'quire';

/** Makes sure that there is the organization of the server itself. */
@NotAudited('an organization without members has no trail that anyone reads')
export class EnsureServerOrganization extends Command<void> {}

/** Creates an organization whose administrator is the user; answers its id. */
@Audits('organization.created')
export class CreateOrganization extends Command<string> {
  constructor(
    readonly userId: string,
    readonly title: string,
    readonly emailDomains: string[] = [],
  ) {
    super();
  }
}

/**
 * Takes the word of the operator of the server that a domain of e-mail addresses is an organization's own, so that its
 * identity providers may vouch for addresses of it. NotFound for an unknown organization, Invalid for what is no domain
 * name.
 */
@Audits('domain.proved')
export class AcceptDomain extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly domain: string,
  ) {
    super();
  }
}

/**
 * Deletes an organization with everything that belongs to it, for operators. When the command has run, no caller reaches
 * anything of it; a job deletes the rest. Users stay. NotFound for an unknown organization; Conflict for that of the
 * server, and while other organizations have its integrations installed.
 */
@Audits('organization.deleted')
export class DeleteOrganization extends Command<void> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/**
 * Creates a personal token for a user, optionally with an expiry, scopes or one organization as its limit. Without
 * `secondFactor` it gives no access to organizations that demand one already. The secret is in the answer only: the
 * server stores its hash.
 */
@Audits('token.created')
export class CreateToken extends Command<{ id: string; secret: string }> {
  constructor(
    readonly userId: string,
    readonly label: string,
    readonly limits: { expiresAt?: Date; scopes?: readonly Scope[]; confinedTo?: string; secondFactor?: boolean } = {},
  ) {
    super();
  }
}

/** Revokes a personal token. Does nothing where the user has no such token, or none with that confinement. */
@Audits('token.revoked')
export class RevokeToken extends Command<void> {
  constructor(
    readonly userId: string,
    readonly tokenId: string,
    readonly confinedTo?: string,
  ) {
    super();
  }
}

/**
 * Reports how many spaces are granted to teams and users of an organization, by their ids, for the counts that teams
 * and members show. Sent by the context that stores the grants, in the transaction that changes them. Teams and users
 * that are left out keep their count; unknown ids are ignored.
 */
@NotAudited('counts what was granted, which is in the trail itself')
export class RecordGrantedSpaces extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly counts: { teams?: ReadonlyMap<string, number>; users?: ReadonlyMap<string, number> },
  ) {
    super();
  }
}

/**
 * Lets a user accept an invite by the secret of a mailed one or the id of a link. Accepting a mailed one verifies the
 * user's e-mail address. Answers the organization. NotFound for a secret that is unknown, used or expired; Forbidden
 * where the invite is for another address, or the organization allows no links.
 */
@Audits('invite.accepted', 'member.joined', 'member.role-changed')
export class AcceptInvite extends Command<{ organizationId: string }> {
  constructor(
    readonly secret: string,
    readonly userId: string,
  ) {
    super();
  }
}

/**
 * Creates a link by which a user sets a password; answers its secret, which is not stored. It is valid for an hour, and
 * once; the user's earlier links end.
 */
@NotAudited('StorePassword says when the link was used')
export class MakePasswordLink extends Command<{ secret: string; expiresAt: Date }> {
  constructor(readonly userId: string) {
    super();
  }
}
