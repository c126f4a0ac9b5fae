import { Injectable } from '@nestjs/common';
import { jwtVerify, SignJWT } from 'jose';
import type { LRUCache } from 'lru-cache';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { ContentTokens, type Visit } from '../domain/content-tokens.js';

const KIND = 'site';
const ALGORITHM = 'HS256';
const ISSUER = 'quire';

/** Content tokens as JSON Web Tokens, signed with a key derived from QUIRE_SECRET_KEY. */
@Injectable()
export class SignedContentTokens extends ContentTokens {
  readonly #key: Uint8Array;
  /** Signing is the slowest part of resolving a URL, and its result is the same all day. */
  readonly #minted: LRUCache<string, string>;

  constructor(secretBox: SecretBox, caches: CacheBudget) {
    super();
    this.#minted = caches.lru('content tokens', { sizeCalculation: (token, name) => token.length + name.length });
    this.#key = secretBox.keyFor('content tokens v1');
  }

  async mint(mark: string, until: Date, visit: () => Visit): Promise<string> {
    const exp = Math.floor(until.getTime() / 1000);
    const name = `${exp} ${mark}`;
    const known = this.#minted.get(name);
    if (known !== undefined) return known;
    const claims = { kind: KIND, ...visit(), iss: ISSUER, exp };
    const token = await new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' }).sign(this.#key);
    this.#minted.set(name, token);
    return token;
  }

  async read(token: string, now: Date): Promise<(Visit & { until: Date }) | undefined> {
    try {
      const options = { algorithms: [ALGORITHM], issuer: ISSUER, requiredClaims: ['exp'], currentDate: now };
      const { payload } = await jwtVerify(token, this.#key, options);
      if (payload['kind'] !== KIND) return undefined;
      // The signature is ours, so the payload has the form that `mint` wrote.
      return { ...(payload as unknown as Visit), until: new Date((payload.exp ?? 0) * 1000) };
    } catch {
      return undefined;
    }
  }
}
