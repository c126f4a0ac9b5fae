import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InviteBySecret } from '#organization';
import { TestServer, type TestUser } from '#testing/test-server';

describe('link invites', () => {
  type Owner = TestUser & { organization: string };

  let server: TestServer;
  let ada: Owner;
  let path: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator('Example');
    path = `/v1/orgs/${ada.organization}`;
  });

  afterAll(() => server.stop());

  const create = (owner: Owner, body: object) => owner.api.post(`/v1/orgs/${owner.organization}/link-invites`, body);

  const accept = (user: TestUser, owner: Owner, inviteId: string) =>
    user.api.post(`/v1/orgs/${owner.organization}/invites/${inviteId}`);

  const roleOf = async (user: TestUser) => (await server.caller(user.id)).roles.get(ada.organization);

  const actionsOf = async (organization: string): Promise<string[]> =>
    (
      await server.rows<{ action: string }>(
        `select payload->>'action' as action from public.event
       where organization_id = $1 and name = 'kernel.audited' and payload->>'action' <> 'organization.created' order by id`,
        [organization],
      )
    ).map(({ action }) => action);

  describe('an invite link', () => {
    it('is created, listed, read, changed and deleted by administrators', async () => {
      const owner = await server.administrator();
      const at = `/v1/orgs/${owner.organization}/link-invites`;
      const created = await create(owner, { role: 'edit' });
      expect(created.status).toBe(201);
      expect(created.headers.location).toBe(created.body.urls.location);
      expect(created.body).toMatchObject({
        object: 'invite',
        role: 'edit',
        redundant: true,
        urls: { app: `http://quire.test/invite/${created.body.id}` },
      });
      const guestLink = (await create(owner, { role: null })).body;
      expect(guestLink.role).toBeNull();
      const page = (await owner.api.get(at, { query: { limit: 1 } })).body;
      expect(page.items).toEqual([created.body]);
      expect((await owner.api.get(at, { query: { page: page.next.page } })).body).toEqual({
        items: [guestLink],
        count: 1,
      });
      const one = `${at}/${created.body.id}`;
      expect((await owner.api.patch(one, { role: 'read' })).body.role).toBe('read');
      expect((await owner.api.get(one)).body.role).toBe('read');
      expect((await owner.api.patch(one, { level: 'read' })).status).toBe(400);
      expect((await owner.api.delete(one)).status).toBe(204);
      expect((await owner.api.delete(one)).status).toBe(204);
      expect((await owner.api.get(one)).status).toBe(404);
      expect((await owner.api.patch(one, { role: 'read' })).status).toBe(404);
      expect(await actionsOf(owner.organization)).toEqual([
        'link-invite.created',
        'link-invite.created',
        'link-invite.updated',
        'link-invite.deleted',
      ]);
    });

    it('admits every user who has it, until it is deleted', async () => {
      const { body } = await create(ada, { role: 'comment' });
      for (const user of [await server.user(), await server.user()]) {
        expect((await accept(user, ada, body.id)).status).toBe(200);
        expect((await user.api.get(path)).status).toBe(200);
        expect(await roleOf(user)).toBe('comment');
      }
      await ada.api.delete(`${path}/link-invites/${body.id}`);
      expect((await accept(await server.user(), ada, body.id)).status).toBe(404);
    });

    it('raises the role of members, and never lowers it', async () => {
      const { body } = await create(ada, { role: 'edit' });
      const guest = await server.member(ada.organization, null);
      const creator = await server.member(ada.organization, 'create');
      for (const user of [guest, creator, ada]) expect((await accept(user, ada, body.id)).status).toBe(200);
      expect([await roleOf(guest), await roleOf(creator), await roleOf(ada)]).toEqual(['edit', 'create', 'admin']);
    });

    it('to a space admits guests and records the level there', async () => {
      const { body: space } = await ada.api.post(`${path}/spaces`, { title: 'Handbook' });
      const { status, body } = await create(ada, { space: space.id, level: 'edit' });
      expect(status).toBe(201);
      expect(body).toMatchObject({ role: null, level: 'edit', space: { object: 'space', id: space.id } });
      expect((await ada.api.get(`${path}/link-invites/${body.id}`)).body).toEqual(body);
      const [stranger, member] = [await server.user(), await server.member(ada.organization, 'comment')];
      for (const user of [stranger, member]) expect((await accept(user, ada, body.id)).status).toBe(200);
      expect([await roleOf(stranger), await roleOf(member)]).toEqual([null, 'comment']);
      const events = await server.rows<{ payload: object }>(
        `select payload from public.event where name = 'organization.invite-accepted' and payload->'target'->>'id' = $1
       order by id`,
        [space.id],
      );
      expect(events.map(({ payload }) => payload)).toEqual(
        [stranger, member].map(({ id }) =>
          expect.objectContaining({
            organization: ada.organization,
            userId: id,
            target: { type: 'space', id: space.id },
            level: 'edit',
          }),
        ),
      );
      expect((await ada.api.patch(`${path}/link-invites/${body.id}`, { role: 'read' })).status).toBe(400);
      expect((await ada.api.patch(`${path}/link-invites/${body.id}`, { level: null })).body.level).toBeNull();
      await ada.api.delete(`/v1/spaces/${space.id}`);
      expect((await accept(await server.user(), ada, body.id)).status).toBe(404);
      expect((await ada.api.get(`${path}/link-invites/${body.id}`)).body).not.toHaveProperty('space');
    });

    it('is not created for a space of another organization, nor for an unknown one', async () => {
      const foreign = await server.administrator();
      const { body: space } = await foreign.api.post(`/v1/orgs/${foreign.organization}/spaces`, { title: 'Foreign' });
      expect((await create(ada, { space: space.id, level: 'read' })).status).toBe(404);
      expect((await create(ada, { space: 'nothing', level: 'read' })).status).toBe(404);
      expect((await create(ada, { collection: 'nothing', level: 'read' })).status).toBe(404);
    });

    it.each([
      {},
      { role: 'owner' },
      { level: 'read' },
      { space: 'x' },
      { role: 'read', level: 'read' },
      { role: 'read', space: 'x' },
      { level: 'read', space: 'x', collection: 'y' },
      { level: 'read', space: '' },
    ])('is not made of %j', async (body) => {
      expect((await create(ada, body)).status).toBe(400);
    });

    it('is neither created nor accepted while the organization allows none', async () => {
      const owner = await server.administrator();
      const { body } = await create(owner, { role: 'read' });
      await owner.api.patch(`/v1/orgs/${owner.organization}`, { inviteLinks: false });
      expect((await create(owner, { role: 'read' })).status).toBe(403);
      const user = await server.user();
      expect((await accept(user, owner, body.id)).status).toBe(403);
      expect((await user.api.get(`/v1/orgs/${owner.organization}`)).status).toBe(404);
      expect(await server.dispatcher.ask(new InviteBySecret(body.id))).toBeUndefined();
      expect((await owner.api.get(`/v1/orgs/${owner.organization}/link-invites`)).body.count).toBe(1);
    });

    it('is hidden from other members', async () => {
      const { body } = await create(ada, { role: 'read' });
      const member = await server.member(ada.organization, 'create');
      const one = `${path}/link-invites/${body.id}`;
      expect((await member.api.get(`${path}/link-invites`)).status).toBe(403);
      expect((await member.api.post(`${path}/link-invites`, { role: 'read' })).status).toBe(403);
      expect((await member.api.get(one)).status).toBe(403);
      expect((await member.api.patch(one, { role: 'read' })).status).toBe(403);
      expect((await member.api.delete(one)).status).toBe(403);
    });
  });
});
