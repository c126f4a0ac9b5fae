import { Injectable } from '@nestjs/common';
import { compactVerify, errors } from 'jose';
import { judgeClaims } from '../../domain/authentication/judge-claims.js';
import type { TokenTerms, VerifiedToken, VisitorTokens } from '../../domain/authentication/visitor-tokens.js';
import { readStrictObject } from './strict-json.js';

const MAX_BYTES = 8192;
const SEGMENTS = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const ALGORITHM = 'HS256';
/** HS256 requires a key at least as long as its hash. */
const MIN_KEY_BYTES = 32;

/**
 * Verifies tokens only with the given keys: key references in the header (`jwk`, `jku`, `x5u`, `kid`, …) are ignored,
 * and the algorithm is fixed.
 */
@Injectable()
export class JoseVisitorTokens implements VisitorTokens {
  async verify(token: string, terms: TokenTerms): Promise<VerifiedToken> {
    if (Buffer.byteLength(token) > MAX_BYTES) return { ok: false, reason: 'too-large' };
    const [header, payload] = SEGMENTS.test(token) ? token.split('.').map(exactBytes) : [];
    const said = header && readStrictObject(header);
    if (!said || !payload || !exactBytes(token.slice(token.lastIndexOf('.') + 1)) || 'crit' in said)
      return { ok: false, reason: 'malformed' };
    if (said['alg'] !== ALGORITHM) return { ok: false, reason: 'algorithm' };
    if (!(await isSigned(token, terms.keys))) return { ok: false, reason: 'signature' };
    const claims = readStrictObject(payload);
    return claims ? judgeClaims(claims, terms) : { ok: false, reason: 'malformed' };
  }
}

/** Decodes base64url; undefined unless the text is the canonical encoding. */
function exactBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}

async function isSigned(token: string, keys: readonly string[]): Promise<boolean> {
  const usable = keys.map((key) => Buffer.from(key)).filter(({ byteLength }) => byteLength >= MIN_KEY_BYTES);
  const verified = await Promise.all(usable.map((key) => isSignedWith(token, key)));
  return verified.includes(true);
}

async function isSignedWith(token: string, key: Uint8Array): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms: [ALGORITHM] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}
