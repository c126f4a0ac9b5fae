import type { VisitorClaims } from '#kernel/application/caller';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { NO_CLAIMS } from '../../sites/domain/structure/shown-structure.js';
import { claimsFor } from '../../visitors/domain/adaptive/visitor-claims.js';
import type { VerifiedToken } from '../../visitors/domain/authentication/visitor-tokens.js';
import { endOfTokens } from './content-tokens.js';
import type { FoundSite } from './live-sites.js';
import type { WantedUrl } from './wanted-url.js';

/** What a renderer knows about a visitor. */
export interface VisitorPayload {
  type?: 'human' | 'agent' | undefined;
  /** Signed by the site's visitor backend. */
  jwtToken?: string | undefined;
  /** Claims without a signature. */
  unsignedClaims?: Readonly<Record<string, unknown>> | undefined;
}

/** A visitor who was admitted. */
export interface AdmittedVisitor {
  claims: VisitorClaims;
  /** The claims as a canonical text, equal for equal claims; empty without claims. */
  claimed: string;
  /** Whether they authenticated with a token. */
  known: boolean;
  /** When the visit expires. */
  until: Date;
}

/** The error if nothing is published, and equally if this visitor may not see it. */
export function nothingThere(): NotFound {
  return new NotFound('No site is published at this URL');
}

/** Throws NotFound if there is no site, or none that this visitor may see. */
export function requireSite(site: FoundSite | undefined, { type }: VisitorPayload): FoundSite {
  if (!site) throw nothingThere();
  const { visibility, shareLink, agentsContext } = site;
  if (type === 'agent' && agentsContext === 'excluded') throw nothingThere();
  if (visibility === 'share-link' && shareLink === null) throw nothingThere();
  return site;
}

/** The token that the visitor sent, if the site requires authentication or evaluates claims. */
export function tokenToVerify(
  { visibility, adaptiveContent }: FoundSite,
  { jwtToken }: VisitorPayload,
): string | undefined {
  return visibility === 'visitor-auth' || adaptiveContent ? jwtToken : undefined;
}

/** The name of the integration that must be asked about this visit: it authenticates the visitors of the site. */
export function authenticatorOf({ integration, visibility }: FoundSite, token: string | undefined): string | undefined {
  return visibility === 'visitor-auth' || token !== undefined ? integration || undefined : undefined;
}

/**
 * Admits a visitor, with the claims of their token if it was `verified`; undefined for one who must sign in first. An
 * invalid token is rejected, unless `redirectOnError` sends the visitor to the sign-in.
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

/**
 * Where visitors of the site sign in, with the path to return to: at the integration that authenticates them, if any, or
 * at the site's own address. Throws NotFound if there is neither.
 */
export function signInUrl({ fallbackUrl, depth }: FoundSite, { all }: WantedUrl, loginUrl?: string): string {
  const address = loginUrl ?? fallbackUrl;
  if (address === null) throw nothingThere();
  const url = new URL(address);
  url.searchParams.set('location', `/${all.slice(depth).join('/')}`);
  return url.href;
}

function isNothing({ unsigned, ...signed }: VisitorClaims): boolean {
  return Object.keys(signed).length === 0 && Object.keys(unsigned).length === 0;
}
