import { SignJWT } from 'jose';
import type { TestSite } from '../visits/visits.js';

export const LOGIN = 'https://app.example.com/login';

/** Signs as the backend of a site does; the token ends in an hour, or at `exp` among the claims. */
export function signed(key: string, claims: Record<string, unknown>, now: Date, alg = 'HS256'): Promise<string> {
  const exp = Math.floor(now.getTime() / 1000) + 3600;
  return new SignJWT({ exp, ...claims }).setProtectedHeader({ alg }).sign(Buffer.from(key));
}

/** The backend of a site's visitors: has the key, signs tokens. */
export class TestBackend {
  private constructor(
    private readonly site: TestSite,
    readonly key: string,
  ) {}

  /** Set up with a page where visitors sign in, unless there is to be none. */
  static async of(site: TestSite, fallbackURL: string | null = LOGIN): Promise<TestBackend> {
    const path = `${site.path}/publishing/auth`;
    if (fallbackURL !== null) await site.owner.api.patch(path, { fallbackURL });
    return new TestBackend(site, (await site.owner.api.get(path)).body['privateKey'] as string);
  }

  sign(claims: Record<string, unknown> = {}): Promise<string> {
    return signed(this.key, claims, this.site.server.clock.now());
  }

  /** A visit with claims: signed ones in a token, and unsigned ones. */
  async visit(path = '', claims?: Record<string, unknown>, unsignedClaims: Record<string, unknown> = {}) {
    const jwtToken = claims && (await this.sign(claims));
    return this.site.visit(path, { visitor: { jwtToken, unsignedClaims } });
  }
}
