import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Callers } from '#kernel/application/callers';
import { Notifications } from '#kernel/infrastructure/events/notifications';
import { MembersByIds, RecordGrantedSpaces } from '#organization';
import type { Answer } from '#testing/api-client';
import { lockWaits } from '#testing/lock-waits';
import { until } from '#testing/test-kernel';
import { TestServer, type TestUser } from '#testing/test-server';

describe('members', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let stranger: TestUser & { organization: string };
  let members: string;
  let orgs: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    // Callers are cached, so a change of rights takes effect only with a notification.
    await server.app.get(Notifications).open();
    stranger = await server.administrator();
  });

  beforeEach(async () => {
    ada = await server.administrator();
    orgs = `/v1/orgs/${ada.organization}`;
    members = `${orgs}/members`;
  });

  afterAll(() => server.stop());

  const join = async (role: Parameters<TestServer['member']>[1]) => {
    server.clock.advance(1000);
    return server.member(ada.organization, role);
  };

  const ids = async (query: Record<string, string | number>, path = members) =>
    (await ada.api.get(path, { query })).body.items.map(({ id }) => id);

  /** Waits until the server has cached a user, and no older notification is pending. */
  const remembered = ({ token }: TestUser) =>
    until(async () => {
      const caller = await server.app.get(Callers).byToken(token);
      await setTimeout(30);
      return (await server.app.get(Callers).byToken(token)) === caller;
    }, 'the caller to be remembered');

  /** The events of a kind in the organization. */
  const events = (name: string) =>
    server.rows<{ payload: { action: string; payload: unknown; actorId: string } & Record<string, unknown> }>(
      `select payload from public.event where organization_id = $1 and name = $2
       and payload->>'action' is distinct from 'organization.created' order by id`,
      [ada.organization, name],
    );

  /**
   * Sends requests that change the administrators of the organization so that all wait for one lock; returns their
   * statuses.
   */
  async function atOnce(requests: (() => Promise<Answer>)[]): Promise<number[]> {
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from organization.organization where id = $1 for update', [ada.organization]);
      const answers = requests.map((send) => send());
      await until(async () => {
        return (await lockWaits(server)) === requests.length;
      }, 'all to wait');
      await client.query('commit');
      return (await Promise.all(answers)).map(({ status }) => status).sort();
    } finally {
      client.release();
    }
  }

  describe('GET /v1/orgs/{o}/members', () => {
    it('lists members with their users, the newest first', async () => {
      const grace = await join('edit');
      const { body } = await ada.api.get(members);
      expect(body.items.map(({ id }) => id)).toEqual([grace.id, ada.id]);
      expect(body.items[0]).toMatchObject({
        object: 'member',
        role: 'edit',
        disabled: false,
        sso: false,
        spaces: 0,
        teams: 0,
        user: { object: 'user', id: grace.id, displayName: 'Ada Example' },
      });
      expect(body.items[0]).not.toHaveProperty('lastSeenAt');
    });

    it('filters by role, guests included', async () => {
      const [guest, reader] = [await join(null), await join('read')];
      expect(await ids({ role: 'guest' })).toEqual([guest.id]);
      expect(await ids({ role: 'read' })).toEqual([reader.id]);
      expect(await ids({ role: 'admin' })).toEqual([ada.id]);
      expect(await ids({ role: 'review' })).toEqual([]);
    });

    it('searches names and e-mail addresses in any case, taking nothing for a wildcard', async () => {
      const grace = await join('read');
      await server.rows(
        `update organization."user" set display_name = 'Grace 100%', email = 'g.h@navy.test' where id = $1`,
        [grace.id],
      );
      for (const search of ['gRACE', 'NAVY', 'h@n', '100%'])
        expect([search, await ids({ search })]).toEqual([search, [grace.id]]);
      for (const search of ['_race', 'gr%ce']) expect([search, await ids({ search })]).toEqual([search, []]);
    });

    it.each(['joinedAt', 'lastSeenAt', 'name'])('orders by %s both ways, page by page', async (sort) => {
      const all = [ada.id];
      await ada.api.post(`${orgs}/ping`);
      await server.rows(`update organization."user" set display_name = 'a' where id = $1`, [ada.id]);
      for (const name of ['B', 'c', 'D']) {
        const user = await join('read');
        all.push(user.id);
        await user.api.post(`${orgs}/ping`);
        await server.rows('update organization."user" set display_name = $2 where id = $1', [user.id, name]);
      }
      for (const order of ['asc', 'desc']) {
        const wanted = order === 'asc' ? all : all.toReversed();
        const seen: string[] = [];
        let page: string | undefined;
        do {
          const { body } = await ada.api.get(members, { query: { sort, order, limit: 1, ...(page && { page }) } });
          seen.push(...body.items.map(({ id }) => id));
          page = body.next?.page;
        } while (page !== undefined);
        expect([order, seen]).toEqual([order, wanted]);
      }
    });

    it('lists members who joined at the same time once each over several pages', async () => {
      const all = [ada.id];
      for (let i = 0; i < 3; i++) all.push((await server.member(ada.organization, 'read')).id);
      const first = (await ada.api.get(members, { query: { limit: 2 } })).body;
      const second = (await ada.api.get(members, { query: { limit: 2, page: first.next.page } })).body;
      expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual(all.sort());
    });

    it('leaves out those who were never seen in the order by lastSeenAt', async () => {
      const seen = await join('read');
      await join('read');
      await seen.api.post(`${orgs}/ping`);
      expect(await ids({ sort: 'lastSeenAt' })).toEqual([seen.id]);
    });

    it.each([
      ['a role that is none', { role: 'owner' }],
      ['an order that is none', { order: 'up' }],
      ['a sort that is none', { sort: 'email' }],
      [
        'a page of a list in another order',
        { sort: 'joinedAt', page: Buffer.from('["Ada","x"]').toString('base64url') },
      ],
      [
        'a page with a time no clock shows',
        { page: Buffer.from('["0000-01-01T00:00:00.000Z","x"]').toString('base64url') },
      ],
    ])('refuses %s', async (_what, query) => {
      expect((await ada.api.get(members, { query })).status).toBe(400);
    });

    it('is refused to guests, and unknown to others', async () => {
      const guest = await join(null);
      expect((await guest.api.get(members)).status).toBe(403);
      expect((await stranger.api.get(members)).status).toBe(404);
      expect((await (await join('read')).api.get(members)).status).toBe(200);
    });
  });

  describe('GET /v1/orgs/{o}/members/{u}', () => {
    it('shows guests only themselves', async () => {
      const guest = await join(null);
      expect((await guest.api.get(`${members}/${guest.id}`)).body).toMatchObject({ id: guest.id, role: null });
      expect((await guest.api.get(`${members}/${ada.id}`)).status).toBe(403);
      expect((await guest.api.get(`${members}/nobody`)).status).toBe(403);
    });

    it('responds with 404 for users who are not members', async () => {
      expect((await ada.api.get(`${members}/${stranger.id}`)).status).toBe(404);
      expect((await stranger.api.get(`${members}/${stranger.id}`)).status).toBe(404);
    });

    it('counts the granted spaces that the granting context reports', async () => {
      const grace = await join('read');
      const team = (await ada.api.put(`${orgs}/teams`, { title: 'Writers' })).body.id;
      const teams = new Map([
        [team, 7],
        ['nothing', 1],
      ]);
      await server.dispatcher.run(
        new RecordGrantedSpaces(ada.organization, { teams, users: new Map([[grace.id, 3]]) }),
      );
      expect((await ada.api.get(`${members}/${grace.id}`)).body).toMatchObject({ spaces: 3 });
      expect((await ada.api.get(`${orgs}/teams/${team}`)).body).toMatchObject({ spaces: 7 });
      const found = await server.dispatcher.ask(new MembersByIds(ada.organization, [grace.id, stranger.id]));
      expect([...found.keys()]).toEqual([grace.id]);
    });

    it('gives a suspended member no access to the organization', async () => {
      const grace = await join('create');
      await server.rows('update organization.member set disabled = true where id = $1', [grace.id]);
      expect((await grace.api.get(orgs)).status).toBe(404);
      expect((await ada.api.get(`${members}/${grace.id}`)).body).toMatchObject({ disabled: true });
    });
  });

  describe('PATCH /v1/orgs/{o}/members/{u}', () => {
    it('changes a role with effect on the next request, and records it in the audit trail', async () => {
      const grace = await join('read');
      await remembered(grace);
      expect((await grace.api.get(orgs)).body.permissions.createContent).toBe(false);
      const changed = await ada.api.patch(`${members}/${grace.id}`, { role: 'create' });
      expect([changed.status, changed.body]).toEqual([200, expect.objectContaining({ id: grace.id, role: 'create' })]);
      expect((await grace.api.get(orgs)).body.permissions.createContent).toBe(true);
      expect((await events('kernel.audited')).map(({ payload }) => payload)).toMatchObject([
        {
          action: 'member.role-changed',
          actorId: ada.id,
          target: { type: 'member', id: grace.id },
          payload: { before: 'read', after: 'create' },
        },
      ]);
    });

    it('changes the member to a guest with null, and changes nothing when the role is left out', async () => {
      const grace = await join('read');
      expect((await ada.api.patch(`${members}/${grace.id}`, {})).body).toMatchObject({ role: 'read' });
      expect((await ada.api.patch(`${members}/${grace.id}`, { role: null })).body).toMatchObject({ role: null });
      expect((await grace.api.get(members)).status).toBe(403);
    });

    it('does not remove the last administrator, but any other', async () => {
      const refused = await ada.api.patch(`${members}/${ada.id}`, { role: 'create' });
      expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringMatching(/last administrator/)]);
      const grace = await join('admin');
      expect((await grace.api.patch(`${members}/${ada.id}`, { role: 'create' })).status).toBe(200);
      expect((await ada.api.patch(`${members}/${grace.id}`, { role: 'read' })).status).toBe(403);
    });

    it('keeps one of two administrators who demote each other at once', async () => {
      const grace = await join('admin');
      const answers = await atOnce([
        () => ada.api.patch(`${members}/${grace.id}`, { role: 'read' }),
        () => grace.api.patch(`${members}/${ada.id}`, { role: 'read' }),
      ]);
      expect(answers).toEqual([200, 409]);
    });

    it.each([
      ['of somebody who is no member', 'nobody', { role: 'read' }, 404],
      ['that is none', undefined, { role: 'owner' }, 400],
      ['that is a number', undefined, { role: 1 }, 400],
    ])('refuses a role %s', async (_what, userId, body, status) => {
      expect((await ada.api.patch(`${members}/${userId ?? ada.id}`, body)).status).toBe(status);
    });

    it('is for administrators only', async () => {
      for (const role of ['create', 'read', null] as const) {
        const user = await join(role);
        expect((await user.api.patch(`${members}/${user.id}`, { role: 'admin' })).status).toBe(403);
      }
      expect((await stranger.api.patch(`${members}/${ada.id}`, { role: 'read' })).status).toBe(404);
    });
  });

  describe('DELETE /v1/orgs/{o}/members/{u}', () => {
    it('removes a member at once, also from teams, with an event and an entry in the audit trail', async () => {
      const grace = await join('read');
      const team = (await ada.api.put(`${orgs}/teams`, { title: 'Writers', members: [grace.id, ada.id] })).body.id;
      expect((await grace.api.get(orgs)).status).toBe(200);
      expect((await server.caller(grace.id)).teams).toEqual([team]);
      expect((await ada.api.delete(`${members}/${grace.id}`)).status).toBe(204);
      expect((await grace.api.get(orgs)).status).toBe(404);
      expect((await server.caller(grace.id)).teams).toEqual([]);
      expect((await ada.api.get(`${orgs}/teams/${team}`)).body).toMatchObject({ members: 1 });
      expect((await events('organization.member-removed')).map(({ payload }) => payload)).toMatchObject([
        { organization: ada.organization, user: grace.id },
      ]);
      expect((await events('kernel.audited')).at(-1)?.payload).toMatchObject({
        action: 'member.removed',
        target: { id: grace.id },
      });
    });

    it('responds with 204 for a user who is not a member, and for callers of another organization', async () => {
      expect((await ada.api.delete(`${members}/nobody`)).status).toBe(204);
      expect((await stranger.api.delete(`${members}/${ada.id}`)).status).toBe(204);
      expect((await ada.api.get(orgs)).status).toBe(200);
    });

    it('lets members remove only themselves', async () => {
      const [guest, creator] = [await join(null), await join('create')];
      expect((await creator.api.delete(`${members}/${guest.id}`)).status).toBe(403);
      expect((await guest.api.delete(`${members}/${guest.id}`)).status).toBe(204);
      expect((await guest.api.get(orgs)).status).toBe(404);
    });

    it('keeps the last administrator, though others are there', async () => {
      await join('create');
      expect((await ada.api.delete(`${members}/${ada.id}`)).status).toBe(409);
      expect((await ada.api.get(orgs)).status).toBe(200);
    });

    it('keeps one of several administrators who all leave at once', async () => {
      const all = [ada, await join('admin'), await join('admin'), await join('admin')];
      const answers = await atOnce(
        all.map(
          ({ api, id }) =>
            () =>
              api.delete(`${members}/${id}`),
        ),
      );
      expect(answers).toEqual([204, 204, 204, 409]);
      const left = await server.rows('select from organization.member where organization_id = $1', [ada.organization]);
      expect(left).toHaveLength(1);
    });
  });

  describe('POST /v1/orgs/{o}/ping', () => {
    it('records when the caller was last seen, at most once a minute', async () => {
      const guest = await join(null);
      const seen = async () => String((await guest.api.get(`${members}/${guest.id}`)).body.lastSeenAt);
      const before = server.clock.now().toISOString();
      expect((await guest.api.post(`${orgs}/ping`)).body).toEqual({});
      const first = await seen();
      expect(first >= before && first <= server.clock.now().toISOString()).toBe(true);
      server.clock.advance(50_000);
      await guest.api.post(`${orgs}/ping`);
      expect(await seen()).toBe(first);
      server.clock.advance(10_000);
      await guest.api.post(`${orgs}/ping`);
      expect((await seen()) > first).toBe(true);
    });

    it('is unknown to others', async () => {
      expect((await stranger.api.post(`${orgs}/ping`)).status).toBe(404);
    });
  });

  describe('POST /v1/orgs/{o}/members/{u}/sso', () => {
    it('records that a member signs in by SSO', async () => {
      const grace = await join('read');
      const { status, body } = await ada.api.post(`${members}/${grace.id}/sso`);
      expect([status, body]).toEqual([200, expect.objectContaining({ object: 'member', id: grace.id, sso: true })]);
      await ada.api.post(`${members}/${grace.id}/sso`);
      expect((await events('kernel.audited')).map(({ payload }) => payload.action)).toEqual(['member.sso-enabled']);
    });

    it('is for administrators, about members', async () => {
      const creator = await join('create');
      expect((await creator.api.post(`${members}/${creator.id}/sso`)).status).toBe(403);
      expect((await stranger.api.post(`${members}/${creator.id}/sso`)).status).toBe(404);
      expect((await ada.api.post(`${members}/${stranger.id}/sso`)).status).toBe(404);
    });
  });

  describe('GET /v1/orgs/{o}/members/{u}/teams', () => {
    it('lists the teams of a member with the roles in them, by title', async () => {
      const grace = await join(null);
      for (const title of ['Writers', 'Editors', 'Others']) {
        const members = title === 'Others' ? [] : [grace.id];
        await ada.api.put(`${orgs}/teams`, { title, members });
      }
      const all = (await grace.api.get(`${members}/${grace.id}/teams`)).body;
      expect(all.items).toMatchObject([
        {
          team: { title: 'Writers', members: 1, permissions: { view: true, admin: false } },
          member: { role: 'member' },
        },
        { team: { title: 'Editors' }, member: { role: 'member' } },
      ]);
      const some = await ada.api.get(`${members}/${grace.id}/teams`, { query: { title: 'EDIT' } });
      expect(some.body.items).toMatchObject([{ team: { title: 'Editors', permissions: { admin: true } } }]);
      expect((await ada.api.get(`${members}/${ada.id}/teams`)).body.items).toEqual([]);
    });

    it('shows guests only their own teams, and responds with 404 for users who are not members', async () => {
      const guest = await join(null);
      expect((await guest.api.get(`${members}/${ada.id}/teams`)).status).toBe(403);
      expect((await ada.api.get(`${members}/nobody/teams`)).status).toBe(404);
      expect((await stranger.api.get(`${members}/${ada.id}/teams`)).status).toBe(404);
    });
  });
});
