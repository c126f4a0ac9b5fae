import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestOidcSignIn } from '#testing/test-oidc-sign-in';
import { TestOpenIdProvider, type Stated } from '#testing/test-openid-provider';
import { TestServer, type TestUser } from '#testing/test-server';
import { cookieOf, reasonOf, type Seen } from '#testing/test-sign-in';

describe('signing in by OpenID Connect', () => {
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
  const newEmail = () => `person${++people}@example.com`;
  const as = (email = newEmail(), claims: Record<string, unknown> = {}): Stated => ({ claims: { email, ...claims } });
  const get = (seen: Seen, path: string) => server.anonymous.get(path, { headers: { cookie: cookieOf(seen.headers) } });
  const refusal = (seen: Seen) => [seen.status, reasonOf(seen), cookieOf(seen.headers)];

  it('sends the browser there with PKCE, a nonce and a state, of which the cookie gives nothing away', async () => {
    const { address, cookie } = await signIn.begin();
    expect(address.origin + address.pathname).toBe(`${provider.issuer}/authorize`);
    const asked = Object.fromEntries(address.searchParams);
    expect(asked).toEqual({
      tenant: '1',
      client_id: 'quire',
      response_type: 'code',
      redirect_uri: `http://quire.test/oidc/${signIn.id}/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[0-9A-Za-z]{32}$/),
      nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    const [name, secret = ''] = cookie.split('=');
    expect(name).toBe(`quire_oidc_${asked['state']}`);
    const stored = await server.rows('select * from organization.oidc_sign_in where id = $1', [asked['state']]);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(address.href).not.toContain(secret);
  });

  it('opens a session for the user in the token, and goes on to the address that was asked for', async () => {
    const email = newEmail();
    const { address, cookie } = await signIn.begin('/docs?a=b');
    const seen = await signIn.comeBack(provider.grant(address, as(email, { name: 'Grace  Hopper\u0007' })), cookie);
    expect([seen.status, seen.headers.location]).toEqual([303, 'http://quire.test/docs?a=b']);
    expect((await get(seen, '/v1/user')).body).toMatchObject({ email, displayName: 'Grace Hopper' });
    expect((await get(seen, '/v1/orgs')).body.items.map(({ id }) => id)).toEqual([ada.organization]);
  });

  it.each([
    ['an address in capitals', { email: 'CAPITALS@Example.COM' }, 'capitals@example.com'],
    [
      'parts of a name',
      { email: 'parts@example.com', name: '', given_name: 'A', family_name: 'B' },
      'parts@example.com',
    ],
    [
      'an address that is verified as a text',
      { email: 'text@example.com', email_verified: 'true' },
      'text@example.com',
    ],
  ])('takes %s', async (_what, claims, email) => {
    const seen = await signIn.through({ claims });
    expect([seen.status, (await get(seen, '/v1/user')).body.email]).toEqual([303, email]);
  });

  it('asks the UserInfo endpoint for an address that the token lacks', async () => {
    const email = newEmail();
    const seen = await signIn.through({ claims: { email: null }, userInfo: { email } });
    expect((await get(seen, '/v1/user')).body.email).toBe(email);
    const another = await signIn.through({ claims: { email: null }, userInfo: { email, sub: 'another' } });
    expect(refusal(another)).toEqual([400, 'form', '']);
  });

  it.each([
    ['no address', { email: null }],
    ['an address that is no text', { email: ['a@example.com'] }],
    ['what is no address', { email: 'ada' }],
    ['letters that look alike', { email: 'аda@example.com' }],
    ['an address that the provider has not verified', { email: 'a@example.com', email_verified: false }],
    ['an address that is verified in a strange way', { email: 'a@example.com', email_verified: 1 }],
  ])('refuses %s', async (_what, claims) => {
    expect(refusal(await signIn.through({ claims }))).toEqual([403, 'email', '']);
  });

  it('refuses addresses of domains that the organization has not proved', async () => {
    expect(refusal(await signIn.through(as('a@elsewhere.example')))).toEqual([403, 'domain', '']);
  });

  it('knows a new key of the provider at once, and no longer takes the former', async () => {
    const former = provider.key;
    expect((await signIn.through(as())).status).toBe(303);
    await provider.rotate();
    expect((await signIn.through(as())).status).toBe(303);
    expect(refusal(await signIn.through({ ...as(), key: former }))).toEqual([403, 'signature', '']);
  });

  it('takes another algorithm that the provider says it signs with', async () => {
    const key = await TestOpenIdProvider.newKey('ES256');
    const other = await TestOpenIdProvider.start();
    try {
      Object.assign(other, { configuration: { jwks_uri: `${other.issuer}/jwks` } });
      const by = await TestOidcSignIn.by(server, ada, other);
      expect(refusal(await by.through({ ...as(), key }))).toEqual([403, 'signature', '']);
    } finally {
      await other.stop();
    }
  });

  it('is refused while the provider can’t be reached, and works again soon after', async () => {
    const other = await TestOpenIdProvider.start();
    const by = await TestOidcSignIn.by(server, ada, other);
    other.failing = 500;
    const seen = await by.browse('GET', `/oidc/${by.id}/start`);
    expect(refusal(seen)).toEqual([503, 'provider', '']);
    other.failing = undefined;
    await new Promise((resume) => setTimeout(resume, 3_100));
    expect((await by.through(as())).status).toBe(303);
    const { address, cookie } = await by.begin();
    const back = other.grant(address, as());
    await other.stop();
    expect(refusal(await by.comeBack(back, cookie))).toEqual([503, 'provider', '']);
  });

  it('asks a provider for its configuration once, however many begin at the same moment', async () => {
    const other = await TestOpenIdProvider.start();
    try {
      const by = await TestOidcSignIn.by(server, ada, other);
      await Promise.all(Array.from({ length: 5 }, () => by.begin()));
      expect(other.requests.filter((path) => path.includes('well-known'))).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  it('never reaches an address of this network that the operator has not allowed', async () => {
    const guarded = await TestServer.start();
    try {
      const owner = await guarded.administrator();
      const path = `/v1/orgs/${owner.organization}/oidc`;
      expect((await owner.api.post(path, { label: 'x', ...provider.details })).status).toBe(400);
      const issuer = provider.issuer.replace('http:', 'https:');
      const { body } = await owner.api.post(path, { label: 'x', ...provider.details, issuer });
      const answer = await guarded.app.inject({ method: 'GET', url: `/oidc/${body.id}/start` });
      expect([answer.statusCode, /<code>([a-z]+)</.exec(answer.payload)?.[1]]).toEqual([503, 'provider']);
    } finally {
      await guarded.stop();
    }
  });

  it('does not begin for a path of another server, nor at a provider that is not set up or unknown', async () => {
    for (const next of ['//evil.example', 'https://evil.example/', '/\\evil.example']) {
      const seen = await signIn.browse('GET', `/oidc/${signIn.id}/start?next=${encodeURIComponent(next)}`);
      expect([seen.status, reasonOf(seen)]).toEqual([400, 'next']);
    }
    const { body } = await ada.api.post(`/v1/orgs/${ada.organization}/oidc`, { label: 'Later' });
    const seen = await signIn.browse('GET', `/oidc/${body.id}/start`);
    expect([seen.status, reasonOf(seen)]).toEqual([403, 'pending']);
    for (const path of ['start', 'callback?state=x&code=y'])
      expect((await signIn.browse('GET', `/oidc/unknown/${path}`)).status).toBe(404);
  });

  it('is one user and one member, however many of their browsers come at once', async () => {
    const email = newEmail();
    const begun = await Promise.all(Array.from({ length: 4 }, () => signIn.begin()));
    const seen = await Promise.all(
      begun.map(({ address, cookie }) => signIn.comeBack(provider.grant(address, as(email)), cookie)),
    );
    expect(seen.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    const users = await server.rows('select id from organization."user" where email = $1', [email]);
    expect(users).toHaveLength(1);
  });

  it('is refused to members who are disabled', async () => {
    const bob = await server.member(ada.organization, 'read');
    const { body } = await bob.api.get('/v1/user');
    await server.pool.query('update organization.member set disabled = true where user_id = $1', [bob.id]);
    expect(refusal(await signIn.through(as(String(body['email']))))).toEqual([403, 'disabled', '']);
  });

  it('counts as single sign-on for an organization that requires it', async () => {
    const grace = await server.administrator();
    const path = `/v1/orgs/${grace.organization}`;
    expect((await grace.api.patch(path, { sso: true })).status).toBe(409);
    const by = await TestOidcSignIn.by(server, grace, provider);
    const seen = await by.through(as());
    expect((await grace.api.patch(path, { sso: true })).status).toBe(200);
    expect((await get(seen, path)).status).toBe(200);
    const logins = (await get(seen, `${path}/sso`)).body.items;
    expect(logins).toEqual([{ id: by.id, label: 'Sign-in', startURL: `http://quire.test/oidc/${by.id}/start` }]);
  });
});
