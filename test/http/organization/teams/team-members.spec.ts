import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { Callers } from '#kernel/application/callers';
import { Notifications } from '#kernel/infrastructure/events/notifications';
import { TestServer, type TestUser } from '#testing/test-server';

describe('team members', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let stranger: TestUser & { organization: string };
  let owner: TestUser;
  let reader: TestUser;
  let guest: TestUser;
  let team: string;
  let path: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    // Callers are cached, so a change of rights takes effect only with a notification.
    await server.app.get(Notifications).open();
    stranger = await server.administrator();
  });

  /** A team of `owner`, in an organization with a reader and a guest who are not in it. */
  beforeEach(async () => {
    ada = await server.administrator();
    [owner, reader, guest] = [
      await server.member(ada.organization, 'read'),
      await server.member(ada.organization, 'read'),
      await server.member(ada.organization, null),
    ];
    const teams = `/v1/orgs/${ada.organization}/teams`;
    team = `${teams}/${(await ada.api.put(teams, { title: 'Writers' })).body.id}`;
    path = `${team}/members`;
    await ada.api.put(`${path}/${owner.id}`, { role: 'owner' });
  });

  afterAll(() => server.stop());

  /** The teams in the cached caller of a user. */
  const teamsOf = async ({ token }: TestUser) => (await server.app.get(Callers).byToken(token))?.teams;

  /** The members of the team with their roles. */
  async function roles(): Promise<Record<string, unknown>> {
    const { body } = await ada.api.get(path);
    return Object.fromEntries(
      body.items.map(({ organization, team }) => [
        (organization as { id: string }).id,
        (team as { role: string }).role,
      ]),
    );
  }

  const emailOf = async ({ api }: TestUser) => String((await api.get('/v1/user')).body.email);

  describe('GET /v1/orgs/{o}/teams/{t}/members', () => {
    it('lists its members with their roles in it and in the organization', async () => {
      const { body } = await reader.api.get(path);
      expect(body.items).toMatchObject([
        {
          organization: { object: 'member', id: owner.id, role: 'read', teams: 1, user: { id: owner.id } },
          team: { role: 'owner' },
          permissions: { view: true },
        },
      ]);
    });

    it('lists guests only those of the teams they are in', async () => {
      expect((await guest.api.get(path)).status).toBe(403);
      expect((await guest.api.get(path.replace(team, `${team}x`))).status).toBe(403);
      await ada.api.put(`${path}/${guest.id}`, {});
      expect((await guest.api.get(path)).body.count).toBe(2);
    });

    it('lists an empty team, and responds with 404 for an unknown one', async () => {
      await ada.api.delete(`${path}/${owner.id}`);
      expect((await ada.api.get(path)).body).toEqual({ items: [], count: 0 });
      expect((await ada.api.get(path.replace(team, `${team}x`))).status).toBe(404);
      expect((await stranger.api.get(path)).status).toBe(404);
    });
  });

  describe('PUT /v1/orgs/{o}/teams/{t}/members', () => {
    it('adds and removes by id and by e-mail address, and sets roles, all at once', async () => {
      expect([await teamsOf(owner), await teamsOf(reader)]).toEqual([[expect.anything()], []]);
      const email = (await emailOf(reader)).toUpperCase();
      const body = { add: [email], memberships: { [guest.id]: { role: 'owner' } }, remove: [await emailOf(owner)] };
      expect((await ada.api.put(path, body)).status).toBe(204);
      expect(await roles()).toEqual({ [reader.id]: 'member', [guest.id]: 'owner' });
      expect(await teamsOf(owner)).toEqual([]);
      expect(await teamsOf(reader)).toHaveLength(1);
    });

    it('removes a user who is both added and removed, also under another name', async () => {
      const email = await emailOf(reader);
      await ada.api.put(path, { add: [reader.id] });
      await ada.api.put(path, { add: [email, guest.id], remove: [reader.id, guest.id], memberships: {} });
      expect(await roles()).toEqual({ [owner.id]: 'owner' });
      await ada.api.put(path, { remove: [owner.id], memberships: { [owner.id]: { role: 'owner' } } });
      expect(await roles()).toEqual({});
    });

    it('does not change the role of owners who are added again', async () => {
      await ada.api.put(path, { add: [owner.id] });
      expect(await roles()).toEqual({ [owner.id]: 'owner' });
    });

    it('changes nothing when a user to add is not a member of the organization', async () => {
      const refused = await ada.api.put(path, { add: [reader.id, await emailOf(stranger)], remove: [owner.id] });
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        expect.stringContaining(await emailOf(stranger)),
      ]);
      expect((await ada.api.put(path, { memberships: { [stranger.id]: { role: 'member' } } })).status).toBe(400);
      expect(await roles()).toEqual({ [owner.id]: 'owner' });
    });

    it('ignores users to remove who are not in it', async () => {
      expect((await ada.api.put(path, { remove: ['nobody', 'nobody@example.com', reader.id] })).status).toBe(204);
    });

    it.each([
      ['a role that is none', { memberships: { x: { role: 'boss' } } }],
      ['a membership that is none', { memberships: { x: null } }],
      ['memberships that are a list', { memberships: [] }],
      ['somebody who is no text', { add: [7] }],
      ['more than 1,000 at once', { add: Array.from({ length: 1001 }, (_, i) => String(i)) }],
    ])('refuses %s', async (_what, body) => {
      expect((await ada.api.put(path, body)).status).toBe(400);
    });

    it('is for owners of the team and administrators', async () => {
      expect((await owner.api.put(path, { add: [reader.id] })).status).toBe(204);
      for (const { api } of [reader, guest]) expect((await api.put(path, { remove: [owner.id] })).status).toBe(403);
      expect((await stranger.api.put(path, { remove: [owner.id] })).status).toBe(404);
      expect((await ada.api.put(path.replace(team, `${team}x`), { add: [] })).status).toBe(404);
      expect(await roles()).toEqual({ [owner.id]: 'owner', [reader.id]: 'member' });
    });

    it('adds a thousand members in a handful of statements, each with an entry in the audit trail', async () => {
      await server.rows(
        `with people as (
         insert into organization."user" (id, version, email, email_verified, display_name, administrator, created_at)
         select $1 || i, 1, $1 || i || '@example.com', true, 'Ada', false, now() from generate_series(1, 1000) i returning id
       ) insert into organization.member (organization_id, id, user_id, version, role, joined_at)
       select $2, id, id, 1, 'read', now() from people`,
        [`m${ada.organization.toLowerCase()}`, ada.organization],
      );
      const prefix = `m${ada.organization.toLowerCase()}`;
      const add = Array.from({ length: 1000 }, (_, i) =>
        i % 2 ? `${prefix}${i + 1}` : `${prefix}${i + 1}@example.com`,
      );
      const sent = jest.spyOn(pg.Client.prototype, 'query');
      expect((await ada.api.put(path, { add })).status).toBe(204);
      const statements = sent.mock.calls.length;
      sent.mockRestore();
      expect(statements).toBeGreaterThan(1);
      expect(statements).toBeLessThan(12);
      expect((await ada.api.get(team)).body).toMatchObject({ members: 1001 });
      const [{ count } = { count: 0 }] = await server.rows<{ count: number }>(
        `select count(*)::int as count from public.event where organization_id = $1 and payload->>'action' = 'team.member-added'`,
        [ada.organization],
      );
      expect(count).toBe(1001);
      expect((await ada.api.put(path, { remove: add })).status).toBe(204);
      expect(await roles()).toEqual({ [owner.id]: 'owner' });
    });
  });

  describe('PUT /v1/orgs/{o}/teams/{t}/members/{u}', () => {
    it('adds a member, with a role or without, and changes their role', async () => {
      expect((await owner.api.put(`${path}/${reader.id}`)).status).toBe(204);
      expect(await roles()).toMatchObject({ [reader.id]: 'member' });
      await owner.api.put(`${path}/${reader.id}`, { role: 'owner' });
      await owner.api.put(`${path}/${reader.id}`, {});
      expect(await roles()).toMatchObject({ [reader.id]: 'owner' });
      expect((await reader.api.put(`${path}/${owner.id}`, { role: 'member' })).status).toBe(204);
      expect((await owner.api.put(`${path}/${owner.id}`, { role: 'owner' })).status).toBe(403);
    });

    it('refuses users who are not members, unknown roles, and callers who do not manage the team', async () => {
      expect((await ada.api.put(`${path}/${stranger.id}`, {})).status).toBe(404);
      expect((await ada.api.put(`${path}/${reader.id}`, { role: 'admin' })).status).toBe(400);
      for (const { api } of [reader, guest]) expect((await api.put(`${path}/${reader.id}`, {})).status).toBe(403);
      expect((await stranger.api.put(`${path}/${reader.id}`, {})).status).toBe(404);
      expect(await roles()).toEqual({ [owner.id]: 'owner' });
    });

    it('never keeps a user in a team who was removed from the organization meanwhile', async () => {
      const member = `/v1/orgs/${ada.organization}/members/${reader.id}`;
      for (let round = 0; round < 5; round++) {
        const [put, removed] = await Promise.all([ada.api.put(`${path}/${reader.id}`, {}), ada.api.delete(member)]);
        expect([[204, 400, 404].includes(put.status), removed.status]).toEqual([true, 204]);
        expect(await roles()).toEqual({ [owner.id]: 'owner' });
        await server.rows(
          `insert into organization.member (organization_id, id, user_id, version, role, joined_at)
         values ($1, $2, $2, 1, 'read', now())`,
          [ada.organization, reader.id],
        );
      }
    });
  });

  describe('DELETE /v1/orgs/{o}/teams/{t}/members/{u}', () => {
    it('removes a member, with effect on the next request, and ignores a user who is not in it', async () => {
      await ada.api.put(`${path}/${guest.id}`, {});
      expect((await guest.api.get(team)).status).toBe(200);
      for (let i = 0; i < 2; i++) expect((await owner.api.delete(`${path}/${guest.id}`)).status).toBe(204);
      expect((await guest.api.get(team)).status).toBe(403);
      expect((await ada.api.delete(`${path.replace(team, `${team}x`)}/${owner.id}`)).status).toBe(204);
    });

    it('is for owners of the team and administrators', async () => {
      for (const { api } of [reader, guest]) expect((await api.delete(`${path}/${owner.id}`)).status).toBe(403);
      expect((await stranger.api.delete(`${path}/${owner.id}`)).status).toBe(204);
      expect(await roles()).toEqual({ [owner.id]: 'owner' });
    });
  });
});
