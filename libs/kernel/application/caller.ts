import { NotAudited } from './audits.js';
import type { Scope, ScriptScope } from './scopes.js';
import type { Role } from '#permissions';
import { Forbidden } from '../domain/errors.js';
import { Command, Query } from '../domain/messages.js';

export { ROLES, roleAtLeast, type Role } from '#permissions';

/**
 * The caller of a request: a user authenticated by a personal token or a session, with the organizations they are a
 * member of.
 */
export interface Caller {
  userId: string;
  tokenId?: string;
  sessionId?: string;
  /** The scopes of the token; absent when it may do all its user may. */
  scopes?: readonly Scope[];
  /**
   * The only organization that this session or token gives access to, because only its identity provider vouched for
   * the user. Undefined where the user authenticated to the server itself.
   */
  confinedTo?: string;
  /**
   * Whether the user showed a second factor when signing in, or an identity provider vouched for them; for a token, when
   * it was made.
   */
  secondFactor?: boolean;
  /** When the token or session expires. */
  expiresAt?: Date;
  /** Organization id → role there; guests have `null`. */
  roles: ReadonlyMap<string, Role | null>;
  /** The ids of the teams they are in, over all organizations. */
  teams: readonly string[];
  /** Set for a visitor of a site, who is not a user and may read only what the content token names. */
  visitor?: Visitor;
  /** Set for the script of an integration, which is not a user and reaches what it is installed on. */
  script?: ScriptIdentity;
  /** Set for a token of an organization's provisioning, which is not a user and reaches nothing of the API. */
  provisioning?: ProvisioningIdentity;
}

/** The provisioning of an organization, by the token that authenticated it. */
export interface ProvisioningIdentity {
  organizationId: string;
  tokenId: string;
}

/** Begins every token for provisioning; scanners for leaked secrets look for it. */
export const PROVISIONING_TOKEN = 'quire_scim_';

/** The script of an integration: of the integration itself, or of one installation of it. */
export interface ScriptIdentity {
  integrationId: string;
  /** Name of the integration. */
  name: string;
  /** What the integration declares: an operation is open to scripts with one of the scopes that it names. */
  scopes: readonly ScriptScope[];
  /** Absent for the integration itself, which reaches nothing but its own records. */
  installation?: InstallationIdentity;
  /** How many events caused one another before what the script does. */
  depth: number;
}

/** An installation, and the spaces and sites of its organization that it covers. */
export interface InstallationIdentity {
  id: string;
  organizationId: string;
  spaces: Covered;
  sites: Covered;
}

/** With `all`, everything except these ids (where it is paused); otherwise these ids. */
export interface Covered {
  all: boolean;
  ids: ReadonlySet<string>;
}

/** Whether the installation of a script covers a space or site of this organization. */
export function covers(
  { installation }: ScriptIdentity,
  kind: 'spaces' | 'sites',
  organizationId: string,
  id: string,
): boolean {
  if (installation?.organizationId !== organizationId) return false;
  const { all, ids } = installation[kind];
  return all !== ids.has(id);
}

/** The caller's role in an organization, null for guests and for scripts; undefined for callers from elsewhere. */
export function memberRoleOf({ roles, script }: Caller, organizationId: string): Role | null | undefined {
  return script?.installation?.organizationId === organizationId ? null : roles.get(organizationId);
}

/** What a visitor of a published site may read, and the claims about them. */
export interface Visitor {
  organizationId: string;
  siteId: string;
  /** The ids of the spaces that the site shows to the visitor. */
  spaces: readonly string[];
  /** By id of a space, since when the site shows it: its earlier content may not be read. */
  since: ReadonlyMap<string, Date>;
  /** What the visitor came to preview: the only content besides the live one that they may read. */
  preview?: Preview | undefined;
  /** Claims about the visitor, for expressions; those that were not signed are below `unsigned`. */
  claims: VisitorClaims;
}

/** The id of a change request or revision that is shown instead of the live content. */
export interface Preview {
  changeRequest?: string | undefined;
  revision?: string | undefined;
}

export type VisitorClaims = Readonly<Record<string, unknown>> & { unsigned: Readonly<Record<string, unknown>> };

/**
 * Throws for a caller for whom only the identity provider of one organization vouches. Call this before everything
 * outside that organization (the user's account, other organizations): otherwise an organization's provider, which can
 * claim to be any user, would have access to it.
 */
export function requireUnconfined(caller: Caller): void {
  if (caller.confinedTo !== undefined) {
    throw new Forbidden('A session or token from single sign-on reaches nothing outside of its organization');
  }
}

/** Finds the caller with a personal token; answered by the context that owns users. */
export class CallerByToken extends Query<Caller | undefined> {
  constructor(
    /** SHA-256 (hex) of the token's secret, which is not passed on beyond the interface. */
    readonly tokenHash: string,
  ) {
    super();
  }
}

/** Finds the caller with a content token, which the renderer of a published site sends for its visitor. */
export class CallerByContentToken extends Query<Caller | undefined> {
  constructor(
    /** A JSON Web Token. */
    readonly token: string,
  ) {
    super();
  }
}

/** Finds the script with a token of its integration; answered by the context that owns integrations. */
export class CallerByScriptToken extends Query<Caller | undefined> {
  constructor(
    /** A JSON Web Token. */
    readonly token: string,
  ) {
    super();
  }
}

/** Finds the provisioning with a token of its organization; answered by the context that owns organizations. */
export class CallerByProvisioningToken extends Query<Caller | undefined> {
  constructor(
    /** SHA-256 (hex) of the token's secret. */
    readonly tokenHash: string,
  ) {
    super();
  }
}

/** Finds the caller with a session. */
export class CallerBySession extends Query<Caller | undefined> {
  constructor(
    /** SHA-256 (hex) of the session's secret. */
    readonly sessionHash: string,
  ) {
    super();
  }
}

/** Reports when tokens were last used; sent at intervals for all tokens used since the last time. */
@NotAudited('using a token changes nothing for others')
export class RecordTokenUse extends Command<void> {
  constructor(
    /** Token id → time of last use. */
    readonly uses: ReadonlyMap<string, Date>,
  ) {
    super();
  }
}

/** Reports when tokens for provisioning were last used, in the same way. */
@NotAudited('using a token changes nothing for others')
export class RecordProvisioningTokenUse extends Command<void> {
  constructor(readonly uses: readonly (ProvisioningIdentity & { at: Date })[]) {
    super();
  }
}
