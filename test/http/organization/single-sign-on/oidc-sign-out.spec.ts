import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestOidcSignIn } from '#testing/test-oidc-sign-in';
import { TestOpenIdProvider } from '#testing/test-openid-provider';
import { TestServer, type TestUser } from '#testing/test-server';
import { cookieOf } from '#testing/test-sign-in';
import { Browser } from '#testing/browser';

describe('signing out of OpenID Connect', () => {
  let provider: TestOpenIdProvider;
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let signIn: TestOidcSignIn;

  beforeAll(async () => {
    provider = await TestOpenIdProvider.start();
    server = await TestServer.start({ env: { QUIRE_OUTBOUND_ALLOW: '127.0.0.1' } });
    ada = await server.administrator();
    signIn = await TestOidcSignIn.by(server, ada, provider);
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });

  let people = 0;
  /** A browser that signed in: what its cookie is, and whether it still is signed in. */
  async function signedIn(claims: Record<string, unknown> = {}, by = signIn) {
    people += 1;
    const sub = `user-${people}`;
    const seen = await by.through({ claims: { email: `person${people}@example.com`, sub, ...claims } });
    const cookie = cookieOf(seen.headers);
    const status = async () => (await server.anonymous.get('/v1/user', { headers: { cookie } })).status;
    expect(await status()).toBe(200);
    return { sub, cookie, status };
  }
  const signOut = async (cookie: string) => {
    const browser = new Browser(server.app);
    const account = await browser.get('/account', { cookie });
    const token = /name="token" value="([^"]+)"/.exec(account.text)?.[1] ?? '';
    return browser.post('/signout', { token }, { cookie, 'sec-fetch-site': 'same-origin' });
  };

  describe('in the browser', () => {
    it('ends the session here, and leads on to the provider with the token that it gave', async () => {
      const { cookie, status } = await signedIn();
      const { status: code, text, headers } = await signOut(cookie);
      expect(code).toBe(200);
      expect(await status()).toBe(401);
      const [, address = ''] = /<meta http-equiv="refresh" content="0; url=([^"]+)"/.exec(text) ?? [];
      const leads = new URL(address.replaceAll('&amp;', '&'));
      expect(leads.origin + leads.pathname).toBe(`${provider.issuer}/end`);
      expect(Object.fromEntries(leads.searchParams)).toEqual({
        client_id: 'quire',
        post_logout_redirect_uri: 'http://quire.test/signin?done=signed-out',
        id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      });
      expect(headers['cache-control']).toBe('no-store');
    });

    it('keeps that token encrypted until then', async () => {
      const { sub } = await signedIn();
      const rows = await server.rows('select * from organization.oidc_session where subject = $1', [sub]);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toMatch(/eyJ|RS256/);
    });

    it.each([
      ['offers no such address', { end_session_endpoint: undefined }],
      ['would run a script there', { end_session_endpoint: 'javascript:alert(1)' }],
    ])('goes no further where the provider %s', async (_what, configuration) => {
      const other = await TestOpenIdProvider.start();
      try {
        other.configuration = configuration;
        const { cookie, status } = await signedIn({}, await TestOidcSignIn.by(server, ada, other));
        const answer = await signOut(cookie);
        expect([answer.status, answer.headers.location]).toEqual([303, '/signin?done=signed-out']);
        expect(await status()).toBe(401);
      } finally {
        await other.stop();
      }
    });
  });

  describe('by the word of the provider', () => {
    it('ends the session that it names, and no other of the user', async () => {
      const email = 'two@example.com';
      const first = await signedIn({ email, sub: 'two', sid: 'a' });
      const second = await signedIn({ email, sub: 'two', sid: 'b' });
      const answer = await signIn.endSession(await provider.logoutToken({ sub: 'two', sid: 'a' }));
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      expect([await first.status(), await second.status()]).toEqual([401, 200]);
    });

    it('ends all sessions of a user, and none of others', async () => {
      const email = 'all@example.com';
      const both = [await signedIn({ email, sub: 'all', sid: 'c' }), await signedIn({ email, sub: 'all' })];
      const other = await signedIn();
      expect((await signIn.endSession(await provider.logoutToken({ sub: 'all' }))).status).toBe(200);
      expect(await Promise.all([...both, other].map(({ status }) => status()))).toEqual([401, 401, 200]);
    });

    it('ends no session that another provider vouched for', async () => {
      const eve = await server.administrator();
      const other = await TestOpenIdProvider.start();
      try {
        const theirs = await TestOidcSignIn.by(server, eve, other, {}, []);
        const { sub, status } = await signedIn();
        expect((await theirs.endSession(await other.logoutToken({ sub }))).status).toBe(200);
        expect((await theirs.endSession(await provider.logoutToken({ sub }))).status).toBe(400);
        expect((await signIn.endSession(await other.logoutToken({ sub, iss: provider.issuer }))).status).toBe(400);
        expect(await status()).toBe(200);
      } finally {
        await other.stop();
      }
    });

    it('is taken once', async () => {
      const { sub, status } = await signedIn();
      const token = await provider.logoutToken({ sub });
      expect((await signIn.endSession(token)).status).toBe(200);
      expect(await status()).toBe(401);
      const again = await signedIn({ sub });
      expect((await signIn.endSession(token)).status).toBe(400);
      expect(await again.status()).toBe(200);
    });

    const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;
    it.each([
      ['names neither a user nor a session', () => ({})],
      ['has a nonce, as an ID token', (sub: string) => ({ sub, nonce: 'x' })],
      ['says nothing of signing out', (sub: string) => ({ sub, events: {} })],
      ['has no events', (sub: string) => ({ sub, events: null })],
      ['has no id', (sub: string) => ({ sub, jti: null })],
      ['is for another client', (sub: string) => ({ sub, aud: 'another' })],
      ['is of another issuer', (sub: string) => ({ sub, iss: 'https://another.example' })],
      ['has ended', (sub: string) => ({ sub, exp: seconds(-61) })],
      ['is too old', (sub: string) => ({ sub, iat: seconds(-700), exp: null })],
    ])('is refused where the token %s', async (_what, claims) => {
      const { sub, status } = await signedIn();
      const answer = await signIn.endSession(await provider.logoutToken(claims(sub)));
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('"error":"invalid_request"')]);
      expect(await status()).toBe(200);
    });

    it('is refused where another key signed, and for what is no token', async () => {
      const { sub, status } = await signedIn();
      const key = await TestOpenIdProvider.newKey('RS256', provider.key.kid);
      for (const token of [await provider.logoutToken({ sub }, { key }), '', 'x', 'a.b.c', 'x'.repeat(20_000)])
        expect((await signIn.endSession(token)).status).toBe(400);
      expect(await status()).toBe(200);
      expect(
        (await signIn.browse('POST', '/oidc/unknown/backchannel-logout', { payload: 'logout_token=x' })).status,
      ).toBe(404);
    });
  });

  it('is forced on everybody who signed in by a provider that becomes another, or is removed', async () => {
    const path = `/v1/orgs/${ada.organization}/oidc`;
    for (const change of [{ issuer: 'https://other.example' }, { clientID: 'other' }, { clientID: '' }, undefined]) {
      const by = await TestOidcSignIn.by(server, ada, provider);
      const { status } = await signedIn({}, by);
      const stays = await ada.api.patch(`${path}/${by.id}`, { label: 'New', clientSecret: 'another' });
      expect([stays.status, await status()]).toEqual([200, 200]);
      const answer = await (change ? ada.api.patch(`${path}/${by.id}`, change) : ada.api.delete(`${path}/${by.id}`));
      expect(answer.status).toBeLessThan(300);
      expect(await status()).toBe(401);
    }
  });
});
