import type { VisitorClaims } from '#kernel/application/caller';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { NO_CLAIMS } from '../../sites/domain/structure/shown-structure.js';
import { claimsFor } from '../../visitors/domain/adaptive/visitor-claims.js';
import type { VerifiedToken } from '../../visitors/domain/authentication/visitor-tokens.js';
import { endOfTokens } from './content-tokens.js';
import type { FoundSite } from './live-sites.js';
import type { WantedUrl } from './wanted-url.js';

/** What a renderer knows of a visitor. */
export interface VisitorPayload {
  type?: 'human' | 'agent' | undefined;
  /** Signed by the site's backend for visitors. */
  jwtToken?: string | undefined;
  /** What nobody signed. */
  unsignedClaims?: Readonly<Record<string, unknown>> | undefined;
}

/** A visitor who was let in. */
export interface AdmittedVisitor {
  claims: VisitorClaims;
  /** The claims as a text, which is the same for equal ones; empty where nothing is claimed. */
  claimed: string;
  /** Whether they showed by a token who they are. */
  known: boolean;
  /** When their visit ends by itself. */
  until: Date;
}

/** What is answered where nothing is published, and just so where it is not for this visitor. */
export function nothingThere(): NotFound {
  return new NotFound('No site is published at this URL');
}

/** Refuses a visitor where no site is, or none for them. */
export function requireSite(site: FoundSite | undefined, { type }: VisitorPayload): FoundSite {
  if (!site) throw nothingThere();
  const { visibility, shareLink, agentsContext } = site;
  if (type === 'agent' && agentsContext === 'excluded') throw nothingThere();
  if (visibility === 'share-link' && shareLink === null) throw nothingThere();
  return site;
}

/** The token that the visitor sent, where the site asks who they are or heeds what they claim. */
export function tokenToVerify(
  { visibility, adaptiveContent }: FoundSite,
  { jwtToken }: VisitorPayload,
): string | undefined {
  return visibility === 'visitor-auth' || adaptiveContent ? jwtToken : undefined;
}

/**
 * Lets a visitor in, with what their token says if it was `verified`; undefined for one who is to sign in first. One
 * whose token is not valid is refused, unless `redirectOnError` sends them to sign in again.
 */
export function admit(
  site: FoundSite,
  { jwtToken, unsignedClaims = {} }: VisitorPayload,
  verified: VerifiedToken | undefined,
  redirectOnError: boolean,
  now: Date,
): AdmittedVisitor | undefined {
  const signed = verified?.ok === true ? verified : undefined;
  if (site.visibility === 'visitor-auth' && !signed) {
    if (jwtToken !== undefined && !redirectOnError) throw new Forbidden('The token of the visitor is not valid');
    return undefined;
  }
  const claims = site.adaptiveContent
    ? claimsFor(site.schema ?? undefined, signed?.claims ?? {}, unsignedClaims)
    : NO_CLAIMS;
  const end = endOfTokens(now);
  return {
    claims,
    claimed: isNothing(claims) ? '' : canonicalJson(claims),
    known: signed !== undefined,
    until: signed && signed.expiresAt < end ? signed.expiresAt : end,
  };
}

/** Where visitors of the site sign in, and are sent back from to where they wanted; nothing where the site names no such place. */
export function signInUrl({ fallbackUrl, depth }: FoundSite, { all }: WantedUrl): string {
  if (fallbackUrl === null) throw nothingThere();
  const url = new URL(fallbackUrl);
  url.searchParams.set('location', `/${all.slice(depth).join('/')}`);
  return url.href;
}

function isNothing({ unsigned, ...signed }: VisitorClaims): boolean {
  return Object.keys(signed).length === 0 && Object.keys(unsigned).length === 0;
}
