import type { JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { LogoutToken, OidcClient } from '../../domain/oidc/oidc.ports.js';
import { SignInRefused } from '../../domain/sign-in-refused.js';
import type { guardedFetch } from './guarded-fetch.js';

const MOST_KEY_SETS = 100;
/** Before keys are fetched again for a token with an unknown one: anybody can send tokens. */
const COOLDOWN_MS = 30_000;
const TIMEOUT_MS = 8_000;
const SKEW_S = 60;
const MAX_AGE_S = 600;
const MAX_CHARACTERS = 16_384;
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Signatures by keys that the provider alone has. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Checks logout tokens by the rules of OpenID Connect Back-Channel Logout 1.0 (2.6). */
export class LogoutTokens {
  readonly #keys = new LRUCache<string, JWTVerifyGetKey>({ max: MOST_KEY_SETS });

  constructor(private readonly fetch: ReturnType<typeof guardedFetch>) {}

  async read({ trust }: OidcClient, keysAt: string | undefined, token: string): Promise<LogoutToken> {
    if (keysAt === undefined) throw new SignInRefused('provider', 'The provider publishes no keys');
    if (token === '' || token.length > MAX_CHARACTERS) throw new SignInRefused('form', 'There is no logout token');
    const { jwtVerify } = await import('jose');
    const { payload } = await jwtVerify(token, await this.#keysAt(keysAt), {
      issuer: trust.issuer,
      audience: trust.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: SKEW_S,
      maxTokenAge: MAX_AGE_S,
      requiredClaims: ['iat', 'jti', 'events'],
    });
    const { events, sub, sid, jti, exp } = payload;
    if (typeof events !== 'object' || events === null || !Object.hasOwn(events, EVENT))
      throw new SignInRefused('form', 'The token is not one for logging out');
    if (payload['nonce'] !== undefined) throw new SignInRefused('form', 'The logout token has a nonce');
    const session = typeof sid === 'string' ? sid : undefined;
    if (sub === undefined && session === undefined)
      throw new SignInRefused('form', 'The logout token names neither a user nor a session');
    const seconds = Math.max(exp ?? 0, (payload.iat ?? 0) + MAX_AGE_S) + SKEW_S;
    return { subject: sub, sid: session, tokenId: String(jti), expiresAt: new Date(seconds * 1000) };
  }

  async #keysAt(url: string): Promise<JWTVerifyGetKey> {
    const known = this.#keys.get(url);
    if (known) return known;
    const { createRemoteJWKSet, customFetch } = await import('jose');
    const keys = createRemoteJWKSet(new URL(url), {
      [customFetch]: this.fetch,
      cooldownDuration: COOLDOWN_MS,
      timeoutDuration: TIMEOUT_MS,
    });
    this.#keys.set(url, keys);
    return keys;
  }
}
