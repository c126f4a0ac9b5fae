import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#kernel/domain/id';
import { AcceptDomain } from '#organization';
import type { ApiClient } from '#testing/api-client';
import { TestIdentityProvider, type Said } from '#testing/test-identity-provider';
import { TestServer, type TestUser } from '#testing/test-server';
import { cookieOf, reasonOf, TestSignIn, type Seen } from '#testing/test-sign-in';

describe('saml members', () => {
  const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

  let server: TestServer;
  let ada: TestUser & { organization: string };
  let provider: TestIdentityProvider;
  let signIn: TestSignIn;

  beforeAll(async () => {
    server = await TestServer.start();
    ada = await server.administrator('Organization A');
    provider = new TestIdentityProvider();
    signIn = await TestSignIn.by(server, ada, provider);
  });
  afterAll(() => server.stop());

  const enter = (said: Said, by = signIn, idp = provider) => by.through((asked) => idp.respond(asked, said));
  const emailOf = async ({ api }: TestUser) => String((await api.get('/v1/user')).body['email']);
  const memberOf = async (organization: string, email: string) =>
    (
      await server.rows<{ role: string | null; sso: boolean; user_id: string }>(
        `select m.role, m.sso, m.user_id from organization.member m join organization."user" u on u.id = m.user_id
       where m.organization_id = $1 and u.email = $2`,
        [organization, email],
      )
    )[0];
  /** A browser with the session it got. */
  const browser = (seen: Seen) => {
    const headers = { cookie: cookieOf(seen.headers), ...SAME_ORIGIN };
    return {
      get: (path: string) => server.anonymous.get(path, { headers }),
      post: (path: string, body: unknown) => server.anonymous.post(path, body, { headers }),
      delete: (path: string) => server.anonymous.delete(path, { headers }),
    };
  };
  /** The organization has proved these domains and no others. */
  const proves = async (organization: string, ...domains: string[]) => {
    await server.pool.query('delete from organization.email_domain where organization_id = $1', [organization]);
    for (const domain of domains) await server.dispatcher.run(new AcceptDomain(organization, domain));
  };

  describe('a user whom a provider vouches for', () => {
    it('joins with the default role and the default team of the provider', async () => {
      const teamId = newId();
      await server.pool.query(
        `insert into organization.team (organization_id, id, version, title, created_at) values ($1, $2, 1, 'T', now())`,
        [ada.organization, teamId],
      );
      const by = await TestSignIn.by(server, ada, provider, { defaultRole: 'edit', defaultTeam: teamId });
      const session = browser(await enter({ email: 'new@example.com' }, by));
      expect((await session.get('/v1/orgs')).body.items.map(({ id }) => id)).toEqual([ada.organization]);
      const member = await memberOf(ada.organization, 'new@example.com');
      expect(member).toMatchObject({ role: 'edit', sso: true });
      const teams = await server.rows('select team_id, role from organization.team_member where user_id = $1', [
        member?.user_id,
      ]);
      expect(teams).toEqual([{ team_id: teamId, role: 'member' }]);
    });

    it('joins as a guest without a default role, and without a deleted team', async () => {
      const by = await TestSignIn.by(server, ada, provider, { defaultRole: null });
      await server.pool.query(`update organization.saml_provider set default_team = 'gone' where id = $1`, [by.id]);
      expect((await enter({ email: 'guest@example.com' }, by)).status).toBe(303);
      expect(await memberOf(ada.organization, 'guest@example.com')).toMatchObject({ role: null, sso: true });
    });

    it('keeps role and name when they are a member already, and signs in by it from now on', async () => {
      const bob = await server.member(ada.organization, 'review');
      const email = await emailOf(bob);
      const session = browser(await enter({ email, attributes: { displayName: 'Somebody Else' } }));
      expect((await session.get('/v1/user')).body).toMatchObject({ id: bob.id, displayName: 'Ada Example' });
      expect(await memberOf(ada.organization, email)).toMatchObject({ role: 'review', sso: true });
    });

    it('becomes one user, however many requests come at once', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => enter({ email: 'many@example.com' })));
      expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
      const users = await server.rows(`select id from organization."user" where email = 'many@example.com'`);
      expect(users).toHaveLength(1);
    });

    it('is one member, when they join by their domain at the same moment', async () => {
      const grace = await server.administrator('Organization G');
      await grace.api.patch(`/v1/orgs/${grace.organization}`, { emailDomains: ['grace.example'] });
      const by = await TestSignIn.by(server, grace, provider, {}, ['grace.example']);
      for (let round = 0; round < 5; round++) {
        const email = `both${round}@grace.example`;
        const user = await server.user('Both Ways', email, true);
        const begun = await by.begin();
        const answer = await by.post(provider.respond(begun, { email }));
        const [seen, joined] = await Promise.all([
          by.follow(answer, begun.cookie),
          user.api.post(`/v1/orgs/${grace.organization}/join`),
        ]);
        expect([seen.status, joined.status]).toEqual([303, 204]);
        expect(await memberOf(grace.organization, email)).toMatchObject({ role: 'read', sso: true });
      }
    });

    it('does not lose a role that they are given at the same moment', async () => {
      const bob = await server.member(ada.organization, 'read');
      const email = await emailOf(bob);
      const begun = await signIn.begin();
      const answer = await signIn.post(provider.respond(begun, { email }));
      const path = `/v1/orgs/${ada.organization}/members/${bob.id}`;
      const [seen, changed] = await Promise.all([
        signIn.follow(answer, begun.cookie),
        ada.api.patch(path, { role: 'edit' }),
      ]);
      expect(seen.status).toBe(303);
      expect([200, 409]).toContain(changed.status);
      const role = changed.status === 200 ? 'edit' : 'read';
      expect(await memberOf(ada.organization, email)).toMatchObject({ role, sso: true });
    });

    it('is refused when the membership was disabled', async () => {
      const bob = await server.member(ada.organization, 'read');
      await server.pool.query('update organization.member set disabled = true where user_id = $1', [bob.id]);
      const seen = await enter({ email: await emailOf(bob) });
      expect([seen.status, reasonOf(seen)]).toEqual([403, 'disabled']);
    });
  });

  describe('an administrator with an identity provider of their own', () => {
    let evil: TestIdentityProvider;
    let eve: TestUser & { organization: string };
    let theirs: TestSignIn;
    beforeAll(async () => {
      eve = await server.administrator('Organization B');
      evil = new TestIdentityProvider('https://evil.example/metadata');
      theirs = await TestSignIn.by(server, eve, evil, { defaultRole: 'admin' }, []);
    });

    it('does not sign in as a user of another organization', async () => {
      const victim = await server.member(ada.organization, 'admin');
      const seen = await enter({ email: await emailOf(victim) }, theirs, evil);
      expect([seen.status, reasonOf(seen), cookieOf(seen.headers)]).toEqual([403, 'domain', '']);
      expect(seen.text).not.toContain('example.com');
      expect(await memberOf(eve.organization, await emailOf(victim))).toBeUndefined();
    });

    it('has access to that organization only, even with an address of a domain it has proved', async () => {
      const victim = await server.member(ada.organization, 'admin');
      await proves(eve.organization, 'example.com');
      const session = browser(await enter({ email: await emailOf(victim) }, theirs, evil));
      expect((await session.get('/v1/user')).body.id).toBe(victim.id);
      expect((await session.get('/v1/orgs')).body.items.map(({ id }) => id)).toEqual([eve.organization]);
      for (const path of ['', '/spaces', '/saml', '/sso']) {
        expect((await session.get(`/v1/orgs/${ada.organization}${path}`)).status).toBe(404);
      }
      expect((await session.post(`/v1/orgs/${ada.organization}/spaces`, { title: 'Mine' })).status).toBe(404);
      expect((await session.post('/v1/orgs', { title: 'Elsewhere' })).status).toBe(403);
      await proves(eve.organization);
    });

    it('gets no further by a personal token created in such a session, and sees or revokes no other', async () => {
      const victim = await server.member(ada.organization, 'admin');
      await proves(eve.organization, 'example.com');
      const session = browser(await enter({ email: await emailOf(victim) }, theirs, evil));
      await proves(eve.organization);
      const { body } = await session.post('/v1/user/tokens', { label: 'Further' });
      const token = server.as(body.token);
      expect((await token.get('/v1/orgs')).body.items.map(({ id }) => id)).toEqual([eve.organization]);
      expect((await token.get(`/v1/orgs/${ada.organization}`)).status).toBe(404);
      // A token created with that token is confined as well.
      const second = server.as((await token.post('/v1/user/tokens', { label: 'On' })).body.token);
      expect((await second.get('/v1/orgs')).body.count).toBe(1);
      expect((await session.get('/v1/user/tokens')).body.items.map(({ label }) => label)).toEqual(['On', 'Further']);
      const own = (await victim.api.get('/v1/user/tokens')).body.items.find(({ label }) => label === 'Test');
      expect((await session.delete(`/v1/user/tokens/${own?.id}`)).status).toBe(204);
      expect((await victim.api.get('/v1/user')).status).toBe(200);
    });

    it('is not given the stored answer of a request that the user sent elsewhere', async () => {
      const victim = await server.member(ada.organization, 'admin');
      const send = (api: ApiClient, headers: Record<string, string> = {}) =>
        api.post(
          `/v1/orgs/${ada.organization}/spaces`,
          { title: 'Kept' },
          { headers: { 'idempotency-key': '1', ...headers } },
        );
      expect((await send(victim.api)).status).toBe(201);
      await proves(eve.organization, 'example.com');
      const seen = await enter({ email: await emailOf(victim) }, theirs, evil);
      await proves(eve.organization);
      expect((await send(server.anonymous, { cookie: cookieOf(seen.headers), ...SAME_ORIGIN })).status).toBe(404);
      expect((await send(victim.api)).headers['idempotency-replayed']).toBe('true');
    });

    it('does not prepare an account for another user who comes later', async () => {
      await proves(eve.organization, 'example.com');
      const early = browser(await enter({ email: 'later@example.com' }, theirs, evil));
      await proves(eve.organization);
      const user = (await early.get('/v1/user')).body.id;
      // The actual person joins the other organization, by its provider, which may vouch for the domain, too.
      const real = browser(await enter({ email: 'later@example.com' }));
      expect((await real.get('/v1/user')).body.id).toBe(user);
      expect((await real.get('/v1/orgs')).body.items.map(({ id }) => id)).toEqual([ada.organization]);
      expect((await early.get('/v1/orgs')).body.items.map(({ id }) => id)).toEqual([eve.organization]);
    });
  });

  describe('an organization that requires single sign-on', () => {
    it('is shown to sessions of its provider, and to tokens created in them', async () => {
      const grace = await server.administrator('Organization C');
      const by = await TestSignIn.by(server, grace, provider);
      await server.pool.query('update organization.organization set sso = true where id = $1', [grace.organization]);
      const session = browser(await enter({ email: 'sso@example.com' }, by));
      expect((await session.get(`/v1/orgs/${grace.organization}`)).status).toBe(200);
      const { token } = (await session.post('/v1/user/tokens', { label: 'Mine' })).body;
      expect((await server.as(token).get(`/v1/orgs/${grace.organization}`)).status).toBe(200);
      expect((await grace.api.get(`/v1/orgs/${grace.organization}`)).status).toBe(404);
    });
  });
});
