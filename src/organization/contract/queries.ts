import type { Caller, Role } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { MemberView } from './member.view.js';
import type { InviteTarget } from './invite-target.js';
import type { OrganizationView } from './organization.view.js';
import type { TeamView } from './team.view.js';
import type { TokenView } from './token.view.js';
import type { UserView } from './user.view.js';

/** One organization the caller belongs to; NotFound for any other. */
export class GetOrganization extends Query<OrganizationView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
  ) {
    super();
  }
}

/**
 * Organizations by id; unknown ones are absent. Callers who do not belong to one see what it shows to everybody: its
 * title and type.
 */
export class OrganizationsByIds extends Query<Map<string, OrganizationView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationIds: readonly string[],
  ) {
    super();
  }
}

/** The id of the organization of the caller that has this id or subdomain. */
export class FindOrganization extends Query<string | undefined> {
  constructor(
    readonly caller: Caller,
    readonly idOrSubdomain: string,
  ) {
    super();
  }
}

/** The organizations the caller belongs to, the oldest first. */
export class ListOrganizations extends Query<Page<OrganizationView>> {
  constructor(
    readonly caller: Caller,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** Users by id; unknown ones are absent. With an organization, e-mail addresses are shown for its members only. */
export class UsersByIds extends Query<Map<string, UserView>> {
  constructor(
    readonly userIds: readonly string[],
    readonly organizationId?: string,
  ) {
    super();
  }
}

/** The user with an e-mail address. */
export class UserByEmail extends Query<string | undefined> {
  constructor(readonly email: string) {
    super();
  }
}

/** The user as a caller, as with a token of theirs: for work on the user's behalf. */
export class CallerOfUser extends Query<Caller | undefined> {
  constructor(readonly userId: string) {
    super();
  }
}

/** The personal tokens of a user, or those confined to one organization, the newest first; never their secrets. */
export class ListTokens extends Query<Page<TokenView>> {
  constructor(
    readonly userId: string,
    readonly page: PageRequest,
    readonly confinedTo?: string,
  ) {
    super();
  }
}

/** Members of an organization by their users' ids; users who are not members are absent. */
export class MembersByIds extends Query<Map<string, MemberView>> {
  constructor(
    readonly organizationId: string,
    readonly userIds: readonly string[],
  ) {
    super();
  }
}

/** What a visitor who opens an invite may know before signing in. */
export interface InviteSummary {
  organizationId: string;
  organizationTitle: string;
  /** The address it was mailed to, which only its user may accept; absent for a link. */
  email?: string;
  /** The role in the organization; `null` for guests. */
  role: Role | null;
  target: InviteTarget;
  expiresAt?: Date;
}

/** The invite with this secret (mailed) or id (link); undefined where it can not be accepted. */
export class InviteBySecret extends Query<InviteSummary | undefined> {
  constructor(readonly secret: string) {
    super();
  }
}

/** Teams of an organization by id, as the caller sees them; unknown ones are absent. */
export class TeamsByIds extends Query<Map<string, TeamView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly teamIds: readonly string[],
  ) {
    super();
  }
}

/**
 * The records of spaces and collections of one organization by id, as the caller sees them; those that are unknown,
 * deleted or hidden are absent. Answered by the context that owns them.
 */
export class InviteTargets extends Query<Map<string, object>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly targets: readonly Extract<InviteTarget, { id: string }>[],
  ) {
    super();
  }
}

/** How an integration is called that wrote something. */
export interface IntegrationSummary {
  name: string;
  title: string;
}

/** The integrations of installations by the ids of those; unknown ones are absent. Answered by the context that owns them. */
export class IntegrationsOfInstallations extends Query<Map<string, IntegrationSummary>> {
  constructor(readonly installationIds: readonly string[]) {
    super();
  }
}

/** Whether an organization has this site. Answered by the context that owns sites. */
export class HasSite extends Query<boolean> {
  constructor(
    readonly organizationId: string,
    readonly siteId: string,
  ) {
    super();
  }
}

/** Whether an organization lets language models read and write its content. */
export class AllowsAI extends Query<boolean> {
  constructor(readonly organizationId: string) {
    super();
  }
}

/** Which of these hashes (hex) are files with old entries of the audit trail, whose bytes must not be deleted. */
export class FilesOfAuditTrail extends Query<string[]> {
  constructor(
    readonly organizationId: string,
    readonly hashes: readonly string[],
  ) {
    super();
  }
}

/** A file of an organization by its hash (hex). */
export interface FileOfOrganization {
  organizationId: string;
  hash: string;
}

/** As `FilesOfAuditTrail`, of any organizations at once. */
export class FilesOfAuditTrails extends Query<FileOfOrganization[]> {
  constructor(readonly files: readonly FileOfOrganization[]) {
    super();
  }
}
