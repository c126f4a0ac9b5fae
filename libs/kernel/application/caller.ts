import { NotAudited } from './audits.js';
import type { Scope } from './scopes.js';
import type { Role } from '#permissions';
import { Forbidden } from '../domain/errors.js';
import { Command, Query } from '../domain/messages.js';

export { ROLES, roleAtLeast, type Role } from '#permissions';

/** Who is calling: a user known by a personal token or a session, with the organizations they are a member of. */
export interface Caller {
  userId: string;
  tokenId?: string;
  sessionId?: string;
  /** What the token is limited to; absent when it may do all its user may. */
  scopes?: readonly Scope[];
  /**
   * The only organization this session or token reaches: its identity provider vouched for the user, and nobody else
   * did. Undefined where the user showed who they are to the server itself.
   */
  confinedTo?: string;
  /** When the token or session ends by itself. */
  expiresAt?: Date;
  /** Organization id → role there; guests have `null`. */
  roles: ReadonlyMap<string, Role | null>;
  /** The ids of the teams they are in, over all organizations. */
  teams: readonly string[];
  /** Set for a visitor of a site, who is no user: reads what the content token names and nothing else. */
  visitor?: Visitor;
}

/** What somebody who reads a published site may read, and what is known of them. */
export interface Visitor {
  organizationId: string;
  siteId: string;
  /** The ids of the spaces that the site shows them. */
  spaces: readonly string[];
  /** Since when the site shows each of them, by its id: what a space held before is not theirs to read. */
  since: ReadonlyMap<string, Date>;
  /** What they came to see the preview of: the one thing beside the live content that they may read. */
  preview?: Preview | undefined;
  /** What the site knows of them, for expressions: what nobody signed stands under `unsigned`. */
  claims: VisitorClaims;
}

/** A proposal or a revision that is shown in the place of the live content, by its id. */
export interface Preview {
  changeRequest?: string | undefined;
  revision?: string | undefined;
}

export type VisitorClaims = Readonly<Record<string, unknown>> & { unsigned: Readonly<Record<string, unknown>> };

/**
 * Refuses a caller whom only the identity provider of one organization vouches for. Whatever reaches beyond that
 * organization (the user's account, other organizations) asks this first: else an organization's provider, which may say
 * of anybody that they are here, would reach what is theirs elsewhere.
 */
export function requireUnconfined(caller: Caller): void {
  if (caller.confinedTo !== undefined) {
    throw new Forbidden('A session or token from single sign-on reaches nothing outside of its organization');
  }
}

/** Asks who a bearer token stands for; the kernel asks it, the context that owns users answers. */
export class CallerByToken extends Query<Caller | undefined> {
  constructor(
    /** SHA-256 (hex) of the token's secret: the secret itself goes no further than the door. */
    readonly tokenHash: string,
  ) {
    super();
  }
}

/** Asks who a content token stands for, as the renderer of a published site carries one for its visitor. */
export class CallerByContentToken extends Query<Caller | undefined> {
  constructor(
    /** A JSON Web Token. */
    readonly token: string,
  ) {
    super();
  }
}

/** Asks who a session stands for. */
export class CallerBySession extends Query<Caller | undefined> {
  constructor(
    /** SHA-256 (hex) of the session's secret. */
    readonly sessionHash: string,
  ) {
    super();
  }
}

/** Says when tokens were last used; sent now and then with all that were seen since the last time. */
@NotAudited('using a token changes nothing for others')
export class NoteTokenUse extends Command<void> {
  constructor(
    /** Token id → when. */
    readonly uses: ReadonlyMap<string, Date>,
  ) {
    super();
  }
}
