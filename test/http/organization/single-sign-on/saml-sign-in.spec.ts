import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EMAIL_FORMAT, TestIdentityProvider } from '#testing/test-identity-provider';
import { TestServer, type TestUser } from '#testing/test-server';
import { cookieOf, reasonOf, TestSignIn, type Seen } from '#testing/test-sign-in';
import { AnswerSignIn } from '../../../../src/organization/single-sign-on/application/saml/answer-sign-in.js';
import { ReadSignInResponse } from '../../../../src/organization/single-sign-on/application/saml/saml.queries.js';

describe('saml sign in', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let provider: TestIdentityProvider;
  let signIn: TestSignIn;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    provider = new TestIdentityProvider();
    signIn = await TestSignIn.by(server, ada, provider);
  });
  afterAll(() => server.stop());

  let people = 0;
  const somebody = () => `person${++people}@example.com`;
  const get = (seen: Seen, path: string) => server.anonymous.get(path, { headers: { cookie: cookieOf(seen.headers) } });

  describe('signing in by SAML', () => {
    it("sends the provider a request, and keeps the query of the provider's address", async () => {
      const { address, requestId, acsUrl, entityId, cookie } = await signIn.begin();
      expect(address.origin + address.pathname).toBe('https://login.example.com/sso');
      expect(address.searchParams.get('tenant')).toBe('1');
      expect(requestId).toMatch(/^_[0-9A-Za-z]{32}$/);
      expect(acsUrl).toBe(`http://quire.test/saml/${signIn.id}/acs`);
      expect(entityId).toBe(`http://quire.test/saml/${signIn.id}/metadata`);
      expect(cookie).toContain(requestId);
    });

    it.each(['assertion', 'response', 'both'] as const)('takes a response with a signed %s', async (what) => {
      const email = somebody();
      const seen = await signIn.through((asked) => provider.respond(asked, { email }, { what }));
      expect([seen.status, seen.headers.location]).toEqual([303, 'http://quire.test/']);
      expect((await get(seen, '/v1/user')).body.email).toBe(email);
    });

    it('takes no response whose provider has lost its certificate while it was checked', async () => {
      const other = await server.administrator();
      const own = await TestSignIn.by(server, other, provider);
      const response = provider.respond(await own.begin(), { email: somebody() });
      const read = await server.dispatcher.ask(new ReadSignInResponse(own.id, response));
      const { certificate } = new TestIdentityProvider();
      await other.api.patch(`/v1/orgs/${other.organization}/saml/${own.id}`, { certificate });
      const answer = server.dispatcher.run(new AnswerSignIn(own.id, read));
      await expect(answer).rejects.toMatchObject({ reason: 'signature' });
    });

    it('takes SHA-512 as well', async () => {
      const signing = {
        method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
        digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
      };
      expect((await signIn.through((asked) => provider.respond(asked, {}, signing))).status).toBe(303);
    });

    it.each([
      ['the e-mail name id', (email: string) => ({ nameIdFormat: EMAIL_FORMAT, nameId: email.toUpperCase() })],
      ['the attribute mail', (email: string) => ({ nameIdFormat: null, nameId: 'u1', attributes: { mail: email } })],
      [
        'the attribute of WS-Federation',
        (email: string) => ({
          nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
          nameId: 'f3a9',
          attributes: { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': [email, email] },
        }),
      ],
      [
        'the attribute by its number',
        (email: string) => ({
          nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
          nameId: 'x',
          attributes: { 'urn:oid:0.9.2342.19200300.100.1.3': email },
        }),
      ],
    ])('finds the address in %s', async (_where, said) => {
      const email = somebody();
      const seen = await signIn.through((asked) => provider.respond(asked, said(email)));
      expect((await get(seen, '/v1/user')).body.email).toBe(email);
    });

    it.each([
      ['displayName', { displayName: 'Grace  Example' }, 'Grace Example'],
      ['givenName and surname', { givenName: 'Grace', sn: 'Example' }, 'Grace Example'],
      ['nothing', {}, undefined],
    ])('takes the name of a newcomer from %s', async (_from, attributes, name) => {
      const email = somebody();
      const seen = await signIn.through((asked) => provider.respond(asked, { email, attributes }));
      expect((await get(seen, '/v1/user')).body.displayName).toBe(name ?? email);
    });

    it('sets a cookie that scripts do not see and other sites can not send, and deletes that of the request', async () => {
      const seen = await signIn.through((asked) => provider.respond(asked, { email: somebody() }));
      const [session = '', begun = ''] = [seen.headers['set-cookie'] ?? []].flat();
      expect(session).toMatch(
        /^quire_session=[0-9A-Za-z]{43}; Path=\/; Expires=[A-Za-z0-9,: ]+ GMT; HttpOnly; SameSite=Lax$/,
      );
      expect(begun).toMatch(/^quire_saml_[0-9A-Za-z]{32}=; Max-Age=0/);
      expect(seen.headers['cache-control']).toBe('no-store');
    });

    it('leads to the requested path', async () => {
      const begun = await signIn.begin('/o/1?tab=2');
      const answer = await signIn.post(provider.respond(begun, { email: somebody() }));
      expect((await signIn.follow(answer, begun.cookie)).headers.location).toBe('http://quire.test/o/1?tab=2');
    });

    it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '', '/a b', '/\tb'])(
      'goes nowhere else: %j is refused',
      async (next) => {
        const seen = await signIn.browse('GET', `/saml/${signIn.id}/start?next=${encodeURIComponent(next)}`);
        expect([seen.status, reasonOf(seen)]).toEqual([400, 'next']);
      },
    );

    it('is not offered by a provider that is unknown or not complete', async () => {
      expect((await signIn.browse('GET', '/saml/nothing/start')).status).toBe(404);
      const pending = await ada.api.post(`/v1/orgs/${ada.organization}/saml`, { label: 'Pending' });
      const seen = await signIn.browse('GET', `/saml/${pending.body.id}/start`);
      expect([seen.status, reasonOf(seen)]).toEqual([403, 'pending']);
    });

    it('lets several tabs of one browser sign in side by side', async () => {
      const [one, two] = [await signIn.begin('/one'), await signIn.begin('/two')];
      const cookie = `${one.cookie}; ${two.cookie}`;
      for (const begun of [two, one]) {
        const answer = await signIn.post(provider.respond(begun, { email: 'tabs@example.com' }));
        expect((await signIn.follow(answer, cookie)).status).toBe(303);
      }
    });

    it('describes this server to the provider in its metadata', async () => {
      const { status, headers, text } = await signIn.browse('GET', `/saml/${signIn.id}/metadata`);
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^application\/samlmetadata\+xml/);
      expect(text).toContain(`entityID="http://quire.test/saml/${signIn.id}/metadata"`);
      expect(text).toContain(`Location="http://quire.test/saml/${signIn.id}/acs"`);
      expect(text).toContain('WantAssertionsSigned="true"');
      expect((await signIn.browse('GET', '/saml/nothing/metadata')).status).toBe(404);
    });

    it('is recorded in the audit trail, and so is every refusal, with its reason', async () => {
      const email = somebody();
      await signIn.through((asked) => provider.respond(asked, { email }));
      await signIn.through((asked) => provider.respond(asked, { audience: 'https://other.example' }));
      const rows = await server.rows<{ payload: { action: string; payload: Record<string, unknown> } }>(
        "select payload from public.event where name = 'kernel.audited'",
      );
      const signedIn = rows.find(({ payload }) => payload.action === 'user.signed-in');
      expect(signedIn?.payload).toMatchObject({
        payload: { method: 'saml' },
        origin: { address: '127.0.0.1', source: 'ui' },
      });
      expect(rows.map(({ payload }) => payload.action)).toEqual(
        expect.arrayContaining(['saml-provider.created', 'member.joined', 'user.signed-in', 'user.sign-in-failed']),
      );
      const failed = rows
        .filter(({ payload }) => payload.action === 'user.sign-in-failed')
        .map(({ payload }) => payload);
      expect(failed).toContainEqual(
        expect.objectContaining({ payload: expect.objectContaining({ reason: 'audience' }) }),
      );
    });

    it('removes unfinished sign-ins', async () => {
      await signIn.begin();
      server.clock.advance(11 * 60_000);
      await server.runJob('organization.purge-sign-ins');
      expect(await server.rows('select id from organization.saml_sign_in')).toEqual([]);
      expect(await server.rows('select hash from organization.saml_assertion')).toEqual([]);
      server.clock.advance(-11 * 60_000);
    });
  });
});
