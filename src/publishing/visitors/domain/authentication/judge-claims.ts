import type { TokenTerms, VerifiedToken } from './visitor-tokens.js';

/** How far the signer's clock may be ahead of ours. */
const TOLERANCE_S = 5;
/** How long a token without an expiry is valid after it was issued. */
const UNENDED_S = 7 * 86_400;
/** No token is valid for longer, whatever its expiry. */
const LONGEST_S = 30 * 86_400;
/** The end of the year 9999: later values are no times. */
const LAST_S = 253_402_300_799;

/**
 * Whether the claims of a correctly signed token let its visitor in now. `exp`, `nbf` and `iat` are seconds since 1970;
 * one of `exp` and `iat` is required.
 */
export function judgeClaims(
  claims: Readonly<Record<string, unknown>>,
  { audiences, now }: Pick<TokenTerms, 'audiences' | 'now'>,
): VerifiedToken {
  const { exp, nbf, iat, aud } = claims;
  if (!isTime(exp) || !isTime(nbf) || !isTime(iat) || !isAudience(aud)) return { ok: false, reason: 'malformed' };
  const seconds = now.getTime() / 1000;
  if ((nbf ?? 0) > seconds + TOLERANCE_S || (iat ?? 0) > seconds + TOLERANCE_S)
    return { ok: false, reason: 'not-yet-valid' };
  const stated = exp ?? (iat === undefined ? undefined : iat + UNENDED_S);
  if (stated === undefined) return { ok: false, reason: 'without-end' };
  const end = Math.min(stated, (iat ?? seconds) + LONGEST_S);
  if (end <= seconds) return { ok: false, reason: 'expired' };
  if (aud !== undefined && ![aud].flat().some((name) => audiences.includes(name)))
    return { ok: false, reason: 'wrong-audience' };
  return { ok: true, claims, expiresAt: new Date(end * 1000) };
}

function isTime(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === 'number' && value >= 0 && value <= LAST_S);
}

function isAudience(value: unknown): value is string | string[] | undefined {
  if (Array.isArray(value)) return value.every((name) => typeof name === 'string');
  return value === undefined || typeof value === 'string';
}
