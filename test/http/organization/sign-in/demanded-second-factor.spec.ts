import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AcceptInvite, CreateToken, DeleteSecondFactor, GetSecondFactorSummary } from '#organization';
import type { Role } from '#kernel/application/caller';
import { Callers } from '#kernel/application/callers';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import type { Browser } from '#testing/browser';
import {
  addPasskey,
  browserAt,
  enter,
  PASSWORD,
  personWithPasskey,
  personWithPassword,
  useCode,
  usePasskey,
} from '#testing/test-passkeys';
import { TestServer } from '#testing/test-server';
import { Member } from '../../../../src/organization/members/domain/member.js';
import { Members } from '../../../../src/organization/members/domain/members.js';
import { OpenSession } from '../../../../src/organization/sign-in/application/session/open-session.js';

describe('a demanded second factor', () => {
  const HERE = { 'sec-fetch-site': 'same-origin' };

  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.shared();
  });
  afterAll(() => server.stop());

  /** The API with the session of a browser. */
  const through = (own: Browser) => {
    const options = () => ({ headers: { cookie: `quire_session=${own.cookies.get('quire_session')}`, ...HERE } });
    return {
      get: (path: string) => server.anonymous.get(path, options()),
      post: (path: string, body: unknown) => server.anonymous.post(path, body, options()),
      put: (path: string, body: unknown) => server.anonymous.put(path, body, options()),
      patch: (path: string, body: unknown) => server.anonymous.patch(path, body, options()),
    };
  };
  const pathOf = (organization: string) => `/v1/orgs/${organization}/authentication`;
  const statusOf = async (own: Browser, organization: string) =>
    (await through(own).get(`/v1/orgs/${organization}`)).status;

  async function join(organization: string, userId: string, role: Role | null = 'read'): Promise<void> {
    await server.app.get(UnitOfWork).transaction(async () => {
      const members = server.app.get<Members>(Members as never, { strict: false });
      await members.save(Member.join(organization, userId, role, server.clock.now()));
      await server.app.get(Callers).changed(userId);
    });
  }

  /** An organization that demands it, and its administrator, who has it. */
  async function demanding() {
    const ada = await personWithPasskey(server);
    const answer = await through(ada.own).patch(pathOf(ada.organization), { secondFactor: 'required' });
    expect(answer.status).toBe(200);
    return ada;
  }

  describe('is set', () => {
    it('by administrators, seen by members, and audited', async () => {
      const { own, organization } = await personWithPasskey(server);
      const location = `http://quire.test${pathOf(organization)}`;
      const optional = { object: 'organization-authentication', secondFactor: 'optional', urls: { location } };
      expect((await through(own).get(pathOf(organization))).body).toEqual(optional);
      const { status, body } = await through(own).patch(pathOf(organization), { secondFactor: 'required' });
      expect([status, body]).toEqual([200, { ...optional, secondFactor: 'required' }]);
      expect((await through(own).patch(pathOf(organization), {})).body.secondFactor).toBe('required');
      expect((await through(own).patch(pathOf(organization), { secondFactor: 'optional' })).body).toEqual(optional);
      const rows = await server.rows(
        `select payload->'payload'->>'secondFactor' as to from public.event
         where payload->>'action' = 'organization.authentication-updated' and payload->'target'->>'id' = $1 order by id`,
        [organization],
      );
      expect(rows).toEqual([{ to: 'required' }, { to: 'optional' }]);
    });

    it('not by members, guests and strangers, nor to anything else', async () => {
      const { own, organization } = await personWithPasskey(server);
      const path = pathOf(organization);
      const [member, guest, stranger] = [
        await server.member(organization, 'create'),
        await server.member(organization, null),
        await server.user(),
      ];
      for (const [{ api }, read, write] of [
        [member, 200, 403],
        [guest, 403, 403],
        [stranger, 404, 404],
      ] as const) {
        expect((await api.get(path)).status).toBe(read);
        expect((await api.patch(path, { secondFactor: 'optional' })).status).toBe(write);
      }
      for (const secondFactor of ['always', true, null, 7])
        expect((await through(own).patch(path, { secondFactor })).status).toBe(400);
      expect((await server.anonymous.get(path)).status).toBe(401);
    });

    it('by no one who would lose access by it', async () => {
      const { own, organization, id } = await personWithPassword(server);
      const path = pathOf(organization);
      const refused = await through(own).patch(path, { secondFactor: 'required' });
      expect([refused.status, refused.body.error.message]).toEqual([
        409,
        expect.stringContaining('You would lose access to the organization'),
      ]);
      const { secret } = await server.dispatcher.run(new CreateToken(id, 'Program'));
      expect((await server.as(secret).patch(path, { secondFactor: 'required' })).status).toBe(409);
      expect((await server.as(secret).get(path)).body.secondFactor).toBe('optional');
      await addPasskey(own);
      expect((await through(own).patch(path, { secondFactor: 'required' })).status).toBe(200);
    });

    it('by a user of single sign-on, whose provider is responsible', async () => {
      const { id, organization } = await personWithPassword(server);
      const method = { kind: 'saml', organizationId: organization, providerId: 'provider' } as const;
      const own = browserAt(server);
      own.cookies.set('quire_session', (await server.dispatcher.run(new OpenSession(id, method))).secret);
      expect((await through(own).patch(pathOf(organization), { secondFactor: 'required' })).status).toBe(200);
      expect(await statusOf(own, organization)).toBe(200);
    });

    it('by the administrator of the server, whom it never locks out', async () => {
      const { id, own, organization } = await personWithPassword(server);
      await server.pool.query('update organization."user" set administrator = true where id = $1', [id]);
      try {
        expect((await through(own).patch(pathOf(organization), { secondFactor: 'required' })).status).toBe(200);
        expect(await statusOf(own, organization)).toBe(200);
        expect((await own.get('/account')).text).not.toContain('A second factor is missing');
      } finally {
        await server.pool.query('update organization."user" set administrator = false where id = $1', [id]);
      }
    });
  });

  describe('closes the organization', () => {
    it('to sessions without one from the next request, as if they were not members', async () => {
      const ada = await personWithPasskey(server);
      const bob = await personWithPassword(server);
      await join(ada.organization, bob.id, 'admin');
      expect(await statusOf(bob.own, ada.organization)).toBe(200);
      await through(ada.own).patch(pathOf(ada.organization), { secondFactor: 'required' });
      expect(await statusOf(bob.own, ada.organization)).toBe(404);
      expect((await through(bob.own).get(pathOf(ada.organization))).status).toBe(404);
      expect((await through(bob.own).patch(pathOf(ada.organization), { secondFactor: 'optional' })).status).toBe(404);
      const { body } = await through(bob.own).get('/v1/orgs');
      expect(body.items.map((each: { id: string }) => each.id)).toEqual([bob.organization]);
      expect(await statusOf(ada.own, ada.organization)).toBe(200);
    });

    it('also to what members have by their teams and grants', async () => {
      const ada = await demanding();
      const bob = await personWithPassword(server);
      await join(ada.organization, bob.id, null);
      const { body: space } = await through(ada.own).post(`/v1/orgs/${ada.organization}/spaces`, { title: 'Handbook' });
      const { body: team } = await through(ada.own).put(`/v1/orgs/${ada.organization}/teams`, {
        title: 'Writers',
        members: [bob.id],
      });
      for (const grant of [{ users: [bob.id] }, { teams: [team.id] }]) {
        const granted = await through(ada.own).post(`/v1/spaces/${space.id}/permissions`, { ...grant, role: 'edit' });
        expect(granted.status).toBe(204);
      }
      for (const path of ['', '/content', '/change-requests'])
        expect((await through(bob.own).get(`/v1/spaces/${space.id}${path}`)).status).toBe(404);
      await addPasskey(bob.own);
      expect((await through(bob.own).get(`/v1/spaces/${space.id}`)).status).toBe(200);
    });

    it('until they add a passkey in that session, which the account page says', async () => {
      const ada = await demanding();
      const bob = await personWithPassword(server);
      await join(ada.organization, bob.id);
      const { text } = await bob.own.get('/account');
      expect(text).toContain('A second factor is missing');
      const [row] = await server.rows<{ title: string }>('select title from organization.organization where id = $1', [
        ada.organization,
      ]);
      expect(text).toContain(`You have no access to ${row?.title} in this session.`);
      await addPasskey(bob.own);
      expect(await statusOf(bob.own, ada.organization)).toBe(200);
      expect((await bob.own.get('/account')).text).not.toContain('A second factor is missing');
    });

    it('until they sign in with a passkey or a recovery code', async () => {
      const ada = await demanding();
      const bob = await personWithPasskey(server);
      await join(ada.organization, bob.id);
      const stale = await enter(server, bob.id);
      expect(await statusOf(stale, ada.organization)).toBe(404);
      expect((await stale.get('/account')).text).toContain('sign in again with your passkey');
      const own = browserAt(server);
      await own.signIn(bob.email, PASSWORD);
      expect((await usePasskey(own, bob.authenticator)).status).toBe(303);
      expect(await statusOf(own, ada.organization)).toBe(200);
      const other = browserAt(server);
      await other.signIn(bob.email, PASSWORD);
      expect((await useCode(other, bob.codes[0] ?? '')).status).toBe(303);
      expect(await statusOf(other, ada.organization)).toBe(200);
    });

    it('again when they remove their last passkey', async () => {
      const ada = await demanding();
      const bob = await personWithPasskey(server);
      await join(ada.organization, bob.id);
      expect(await statusOf(bob.own, ada.organization)).toBe(200);
      const [passkey] = await server.rows<{ id: string }>('select id from organization.passkey where user_id = $1', [
        bob.id,
      ]);
      const path = `/account/passkeys/${passkey?.id}/remove`;
      expect((await bob.own.submit(path, path, {})).status).toBe(303);
      expect(await statusOf(bob.own, ada.organization)).toBe(404);
    });

    it('again when the operator removes the second factor of a user who has lost it, whose password alone signs in', async () => {
      const ada = await demanding();
      const bob = await personWithPasskey(server);
      await join(ada.organization, bob.id);
      const halfway = browserAt(server);
      await halfway.signIn(bob.email, PASSWORD);
      expect(await server.dispatcher.ask(new GetSecondFactorSummary(bob.id))).toEqual({ passkeys: 1, codes: 10 });
      expect(await server.dispatcher.run(new DeleteSecondFactor(bob.id))).toEqual({ passkeys: 1, codes: 10 });
      expect(await server.dispatcher.run(new DeleteSecondFactor(bob.id))).toEqual({ passkeys: 0, codes: 0 });
      expect(await statusOf(bob.own, ada.organization)).toBe(404);
      expect((await useCode(halfway, bob.codes[0] ?? '')).headers.location).toBe('/signin?done=ended');
      expect((await halfway.signIn(bob.email, PASSWORD)).headers.location).toBe('/account');
      expect(await statusOf(halfway, ada.organization)).toBe(404);
      await addPasskey(halfway);
      expect(await statusOf(halfway, ada.organization)).toBe(200);
    });

    it('to newcomers who set a password, while other organizations stay open', async () => {
      const ada = await demanding();
      const { body } = await through(ada.own).post(`/v1/orgs/${ada.organization}/link-invites`, { role: 'read' });
      const own = browserAt(server);
      const joined = await own.post(`/invite/${body.id}`, {
        email: 'newcomer@example.org',
        displayName: 'New Comer',
        password: PASSWORD,
      });
      expect(joined.headers.location).toBe('/account?done=joined');
      expect(await statusOf(own, ada.organization)).toBe(404);
      expect((await own.get('/account')).text).toContain('A second factor is missing');
      await addPasskey(own);
      expect(await statusOf(own, ada.organization)).toBe(200);
    });

    it('and opens it again when it is optional', async () => {
      const ada = await demanding();
      const bob = await personWithPassword(server);
      await join(ada.organization, bob.id);
      expect(await statusOf(bob.own, ada.organization)).toBe(404);
      await through(ada.own).patch(pathOf(ada.organization), { secondFactor: 'optional' });
      expect(await statusOf(bob.own, ada.organization)).toBe(200);
    });
  });

  describe('leaves tokens', () => {
    const make = async (api: { post: (path: string, body: unknown) => Promise<{ body: { token: string } }> }) =>
      (await api.post('/v1/user/tokens', { label: 'Program' })).body.token;
    const reaches = async (token: string, organization: string) =>
      (await server.as(token).get(`/v1/orgs/${organization}`)).status;

    it('that were made before', async () => {
      const ada = await personWithPasskey(server);
      const bob = await personWithPassword(server);
      await join(ada.organization, bob.id);
      const before = await make(through(bob.own) as never);
      await through(ada.own).patch(pathOf(ada.organization), { secondFactor: 'required' });
      expect(await reaches(before, ada.organization)).toBe(200);
    });

    it('that are made with one, and no others: neither by the API, the account page nor another token', async () => {
      const ada = await demanding();
      const bob = await personWithPassword(server);
      await join(ada.organization, bob.id);
      const without = await make(through(bob.own) as never);
      expect(await reaches(without, ada.organization)).toBe(404);
      expect(await reaches(without, bob.organization)).toBe(200);
      expect(await reaches(await make(server.as(without) as never), ada.organization)).toBe(404);
      const page = await bob.own.submit('/account', '/account/tokens', { label: 'Page', days: '7' });
      expect(await reaches(/quire_[0-9A-Za-z]{43}/.exec(page.text)?.[0] ?? '', ada.organization)).toBe(404);
      await addPasskey(bob.own);
      expect(await reaches(without, ada.organization)).toBe(404);
      const made = await make(through(bob.own) as never);
      expect(await reaches(made, ada.organization)).toBe(200);
      expect(await reaches(await make(server.as(made) as never), ada.organization)).toBe(200);
    });

    it('that the operator makes', async () => {
      const ada = await demanding();
      const { id } = await personWithPassword(server);
      await join(ada.organization, id);
      const { secret } = await server.dispatcher.run(new CreateToken(id, 'Operator', { secondFactor: true }));
      expect(await reaches(secret, ada.organization)).toBe(200);
    });
  });

  it('does not keep a member of another organization from an invite', async () => {
    const ada = await demanding();
    const bob = await personWithPassword(server);
    const { body } = await through(ada.own).post(`/v1/orgs/${ada.organization}/link-invites`, { role: 'read' });
    await server.dispatcher.run(new AcceptInvite(body.id, bob.id));
    expect(await statusOf(bob.own, ada.organization)).toBe(404);
    await addPasskey(bob.own);
    expect(await statusOf(bob.own, ada.organization)).toBe(200);
  });
});
