/** What the token of a visitor is held against. */
export interface TokenTerms {
  /** The keys that it may be signed with; one shorter than 32 bytes signs nothing. */
  keys: readonly string[];
  /** The names that its `aud` may have, when it has one: the site's id, its published addresses. */
  audiences: readonly string[];
  now: Date;
}

/** Why a token shows nothing. */
export type TokenRefusal =
  | 'too-large'
  | 'malformed'
  | 'algorithm'
  | 'signature'
  | 'expired'
  | 'not-yet-valid'
  | 'wrong-audience'
  | 'without-end';

/** What a visitor showed: what is claimed of them, and until when that is good. */
export type VerifiedToken =
  { ok: true; claims: Readonly<Record<string, unknown>>; expiresAt: Date } | { ok: false; reason: TokenRefusal };

/** Reads the JSON Web Tokens by which visitors show who they are: signed with HS256, at most 8 KB. */
export abstract class VisitorTokens {
  abstract verify(token: string, terms: TokenTerms): Promise<VerifiedToken>;
}
