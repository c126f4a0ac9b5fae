import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import {
  OpenSession,
  type SignInMethod,
} from '../../../../src/organization/sign-in/application/session/open-session.js';
import { EndSessions } from '../../../../src/organization/sign-in/application/session/end-sessions.js';

describe('sessions', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.start();
    ada = await server.administrator();
  });
  afterAll(() => server.stop());

  const open = (userId: string, method: SignInMethod = { kind: 'password' }) =>
    server.dispatcher.run(new OpenSession(userId, method));
  const cookieOf = async (userId: string, method?: SignInMethod) =>
    `quire_session=${(await open(userId, method)).secret}`;
  const HERE = { 'sec-fetch-site': 'same-origin' };

  describe('a session', () => {
    it('authenticates its user by a cookie', async () => {
      const cookie = await cookieOf(ada.id);
      const answer = await server.anonymous.get('/v1/user', { headers: { cookie: `theme=dark; ${cookie}` } });
      expect([answer.status, answer.body.id]).toEqual([200, ada.id]);
    });

    it('is refused with 401 when it is unknown, has ended or was ended', async () => {
      const headers = { cookie: await cookieOf(ada.id) };
      expect((await server.anonymous.get('/v1/user', { headers: { cookie: 'quire_session=nobody' } })).status).toBe(
        401,
      );
      expect((await server.anonymous.get('/v1/user', { headers })).status).toBe(200);
      await server.dispatcher.run(new EndSessions(ada.id, {}));
      expect((await server.anonymous.get('/v1/user', { headers })).status).toBe(401);
      const late = { cookie: await cookieOf(ada.id) };
      expect((await server.anonymous.get('/v1/user', { headers: late })).status).toBe(200);
      server.clock.advance(31 * 86_400_000);
      expect((await server.anonymous.get('/v1/user', { headers: late })).status).toBe(401);
    });

    it('is no bearer token, and a token is no session', async () => {
      const { secret } = await open(ada.id);
      const cookie = `quire_session=${ada.token}`;
      expect((await server.anonymous.get('/v1/user', { headers: { cookie } })).status).toBe(401);
      expect((await server.as(secret).get('/v1/user')).status).toBe(401);
      expect((await server.anonymous.get('/v1/user', { headers: { cookie: `quire_session=${secret}` } })).status).toBe(
        200,
      );
      expect((await server.as(secret).get('/v1/user')).status).toBe(401);
    });

    it('accepts writes only from pages of this server, whatever other sites make the browser send', async () => {
      const cookie = await cookieOf(ada.id);
      const create = (headers: Record<string, string>) =>
        server.anonymous.post('/v1/user/tokens', { label: 'From the browser' }, { headers: { cookie, ...headers } });
      for (const headers of [
        {},
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ] as Record<string, string>[]) {
        expect([headers, (await create(headers)).status]).toEqual([headers, 403]);
      }
      expect((await create(HERE)).status).toBe(201);
      expect((await create({ origin: 'http://quire.test' })).status).toBe(201);
    });

    it('does not show an organization that requires single sign-on, unless its provider vouched for the user', async () => {
      const grace = await server.administrator();
      await server.pool.query('update organization.organization set sso = true where id = $1', [grace.organization]);
      await server.pool.query('update organization."user" set administrator = false where id = $1', [grace.id]);
      const seen = async (method: SignInMethod) =>
        (await server.anonymous.get('/v1/orgs', { headers: { cookie: await cookieOf(grace.id, method) } })).body.count;
      expect(await seen({ kind: 'password' })).toBe(0);
      expect(await seen({ kind: 'saml', organizationId: ada.organization, providerId: 'one' })).toBe(0);
      expect(await seen({ kind: 'saml', organizationId: grace.organization, providerId: 'two' })).toBe(1);
    });
  });
});
