/** What the token of a visitor is verified against. */
export interface TokenTerms {
  /** The accepted keys; one shorter than 32 bytes is never accepted. */
  keys: readonly string[];
  /** The accepted values of `aud`, if it has one: the site's id and its published addresses. */
  audiences: readonly string[];
  now: Date;
}

/** Why a token is rejected. */
export type TokenRefusal =
  | 'too-large'
  | 'malformed'
  | 'algorithm'
  | 'signature'
  | 'expired'
  | 'not-yet-valid'
  | 'wrong-audience'
  | 'without-end';

/** The result of verifying a token: the claims, and when they expire. */
export type VerifiedToken =
  { ok: true; claims: Readonly<Record<string, unknown>>; expiresAt: Date } | { ok: false; reason: TokenRefusal };

/** Verifies the JSON Web Tokens with which visitors authenticate: signed with HS256, at most 8 KB. */
export abstract class VisitorTokens {
  abstract verify(token: string, terms: TokenTerms): Promise<VerifiedToken>;
}
