import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, Json } from '#testing/api-client';
import { newId } from '#kernel/domain/id';
import { Callers } from '#kernel/application/callers';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { MemberRemoved } from '#organization';
import type { Role } from '#permissions';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('permissions', () => {
  let server: TestServer;
  let admin: TestUser & { organization: string };
  let stranger: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    admin = await server.administrator();
    stranger = await server.administrator();
  });
  afterAll(() => server.stop());

  const member = (role: Role | null) => server.member(admin.organization, role);
  const invite = (path: string, body: object, api = admin.api) => api.post(`${path}/permissions`, body);
  const idsOf = (items: readonly Json[]) => items.map(({ id }) => id);

  /** A space that is accessible only by grants. */
  async function closedSpace(more: object = {}): Promise<TestSpace> {
    const space = await TestSpace.create(admin, { empty: true, ...more });
    expect((await admin.api.patch(space.path, { defaultLevel: null })).status).toBe(200);
    return space;
  }

  async function collection(body: object = {}): Promise<{ id: string; path: string }> {
    const answer = await admin.api.post(`/v1/orgs/${admin.organization}/collections`, body);
    expect(answer.status).toBe(201);
    return { id: answer.body.id, path: `/v1/collections/${answer.body.id}` };
  }

  /** A team with this user in it. */
  async function teamOf(user: TestUser, organization = admin.organization): Promise<string> {
    const id = newId();
    await server.rows(
      `insert into organization.team (organization_id, id, version, title, created_at) values ($1, $2, 1, 'Writers', now())`,
      [organization, id],
    );
    await server.rows(
      `insert into organization.team_member (organization_id, team_id, user_id, role) values ($1, $2, $3, 'member')`,
      [organization, id, user.id],
    );
    await server.app.get(UnitOfWork).transaction(() => server.app.get(Callers).changed(user.id));
    return id;
  }

  const spacesOf = async (api: ApiClient): Promise<Json[]> =>
    (await api.get(`/v1/orgs/${admin.organization}/spaces`, { query: { limit: 1000 } })).body.items;

  async function permissions(api: ApiClient, path: string): Promise<string | undefined> {
    const { status, body } = await api.get(path);
    if (status === 404) return undefined;
    const { admin: may, triggerGitSync, review, edit, comment } = body.permissions;
    return may ? 'admin' : triggerGitSync ? 'create' : review ? 'review' : edit ? 'edit' : comment ? 'comment' : 'read';
  }

  describe('a grant to a user', () => {
    it('lets a guest into a space from the next request on, with the granted role, until it ends', async () => {
      const guest = await member(null);
      const space = await TestSpace.create(admin, { empty: true });
      const page = await space.insert('Home', 'Hello.');
      const read = `${space.path}/content/page/${page}`;
      expect((await guest.api.get(read)).status).toBe(404);
      expect(await spacesOf(guest.api)).toEqual([]);

      expect((await invite(space.path, { users: [guest.id], role: 'read' })).status).toBe(204);
      expect((await guest.api.get(read)).status).toBe(200);
      expect(idsOf(await spacesOf(guest.api))).toEqual([space.id]);
      expect((await space.as(guest.api).send([{ operation: 'insert_page', title: 'New' }])).status).toBe(403);

      const own = `${space.path}/permissions/users/${guest.id}`;
      expect((await admin.api.patch(own, { role: 'edit' })).status).toBe(204);
      expect((await space.as(guest.api).send([{ operation: 'insert_page', title: 'New' }])).status).toBe(200);
      expect((await spacesOf(guest.api))[0]?.permissions).toMatchObject({ edit: true, review: false, admin: false });

      expect((await admin.api.delete(own)).status).toBe(204);
      expect((await admin.api.delete(own)).status).toBe(204);
      expect((await guest.api.get(read)).status).toBe(404);
      expect(await spacesOf(guest.api)).toEqual([]);
    });

    it('raises the role from the level and never lowers it', async () => {
      const editor = await member('edit');
      const space = await TestSpace.create(admin, { empty: true });
      await invite(space.path, { users: [editor.id], role: 'read' });
      expect(await permissions(editor.api, space.path)).toBe('edit');
      await invite(space.path, { users: [editor.id], role: 'create' });
      expect(await permissions(editor.api, space.path)).toBe('create');
      await invite(space.path, { users: [editor.id], role: null });
      expect(await permissions(editor.api, space.path)).toBe('edit');
    });

    it('has no effect once the user is no member, and is then removed', async () => {
      const user = await member('read');
      const space = await closedSpace();
      await invite(space.path, { users: [user.id], role: 'edit' });
      expect(await permissions(user.api, space.path)).toBe('edit');
      await server.app.get(UnitOfWork).transaction(async () => {
        await server.app.get(UnitOfWork).manager.query('delete from organization.member where user_id = $1', [user.id]);
        await server.app.get(Callers).changed(user.id);
        await server.app.get(Outbox).store([new MemberRemoved(admin.organization, user.id)]);
      });
      expect(await permissions(user.api, space.path)).toBeUndefined();
      expect((await admin.api.get(`${space.path}/permissions/users`)).body.items).toEqual([]);
      await server.drain();
      expect(await server.rows('select 1 from content.permission where subject_id = $1', [user.id])).toEqual([]);
    });

    it('ends conditional reads that would be answered from the cache', async () => {
      const guest = await member(null);
      const space = await TestSpace.create(admin, { empty: true });
      const page = `${space.path}/content/page/${await space.insert('Home', 'Hello.')}`;
      await invite(space.path, { users: [guest.id], role: 'read' });
      const { headers } = await guest.api.get(page);
      const condition = { headers: { 'if-none-match': headers.etag ?? '' } };
      expect((await guest.api.get(page, condition)).status).toBe(304);
      await invite(space.path, { users: [guest.id], role: null });
      expect((await guest.api.get(page, condition)).status).toBe(404);
    });
  });

  describe('a grant to a team', () => {
    it('gives access to its members', async () => {
      const [inside, outside] = [await member(null), await member(null)];
      const team = await teamOf(inside);
      const space = await closedSpace();
      expect((await invite(space.path, { teams: [team], role: 'comment' })).status).toBe(204);
      expect(await permissions(inside.api, space.path)).toBe('comment');
      expect(await permissions(outside.api, space.path)).toBeUndefined();
      const listed = (await admin.api.get(`${space.path}/permissions/teams`)).body.items[0];
      expect(listed).toMatchObject({ permission: 'comment', team: { id: team, title: 'Writers', members: 1 } });

      const own = `${space.path}/permissions/teams/${team}`;
      expect((await admin.api.patch(own, { role: 'review' })).status).toBe(204);
      expect(await permissions(inside.api, space.path)).toBe('review');
      expect((await admin.api.delete(own)).status).toBe(204);
      expect(await permissions(inside.api, space.path)).toBeUndefined();
    });

    it("updates the team's count of granted spaces", async () => {
      const team = await teamOf(await member('read'));
      const spaces = [await closedSpace(), await closedSpace()];
      for (const { path } of spaces) await invite(path, { teams: [team], role: 'read' });
      const counted = () => server.rows('select spaces from organization.team where id = $1', [team]);
      expect(await counted()).toEqual([{ spaces: 2 }]);
      await admin.api.delete(`${spaces[0]?.path}/permissions/teams/${team}`);
      expect(await counted()).toEqual([{ spaces: 1 }]);
    });
  });

  describe('a collection', () => {
    it('passes its grants on to everything in it, at any depth', async () => {
      const guest = await member(null);
      const outer = await collection({ title: 'Outer' });
      const inner = await collection({ title: 'Inner', parent: outer.id });
      const space = await TestSpace.create(admin, { empty: true, parent: inner.id });
      expect((await admin.api.get(space.path)).body).toMatchObject({ parent: inner.id, visibility: 'in-collection' });
      await invite(outer.path, { users: [guest.id], role: 'review' });
      expect(await permissions(guest.api, space.path)).toBe('review');
      expect(idsOf(await spacesOf(guest.api))).toEqual([space.id]);
      const all = await guest.api.get(`/v1/orgs/${admin.organization}/collections`);
      expect(idsOf(all.body.items)).toEqual([outer.id, inner.id]);
      const top = await guest.api.get(`/v1/orgs/${admin.organization}/collections`, { query: { nested: false } });
      expect(idsOf(top.body.items)).toEqual([outer.id]);
      await admin.api.delete(`${outer.path}/permissions/users/${guest.id}`);
      expect(await spacesOf(guest.api)).toEqual([]);
      expect((await guest.api.get(outer.path)).status).toBe(404);
    });

    it('sets the level of everything that inherits from it, from the next request on', async () => {
      const reader = await member('read');
      const outer = await collection();
      const inner = await collection({ parent: outer.id });
      const inherits = await TestSpace.create(admin, { empty: true, parent: inner.id });
      const own = await TestSpace.create(admin, { empty: true, parent: inner.id });
      await admin.api.patch(own.path, { defaultLevel: 'comment' });
      expect(await permissions(reader.api, inherits.path)).toBe('read');
      await admin.api.patch(outer.path, { defaultLevel: 'create' });
      expect(await permissions(reader.api, inherits.path)).toBe('create');
      expect(await permissions(reader.api, own.path)).toBe('comment');
      await admin.api.patch(inner.path, { defaultLevel: null });
      expect(await permissions(reader.api, inherits.path)).toBeUndefined();
      expect((await reader.api.get(inner.path)).status).toBe(404);
      expect((await reader.api.get(outer.path)).status).toBe(200);
      expect(idsOf(await spacesOf(reader.api))).not.toContain(inherits.id);
    });

    it('can be filled with spaces and collections only by those with the role create in it', async () => {
      const [creator, reader] = [await member('read'), await member('read')];
      const shelf = await collection();
      await invite(shelf.path, { users: [creator.id], role: 'create' });
      const create = (user: TestUser, body: object) => user.api.post(`/v1/orgs/${admin.organization}/spaces`, body);
      expect((await create(creator, { parent: shelf.id })).status).toBe(201);
      expect((await create(reader, { parent: shelf.id })).status).toBe(403);
      expect((await create(creator, {})).status).toBe(403);
      expect((await create(creator, { parent: 'nothing' })).status).toBe(404);
      const collections = `/v1/orgs/${admin.organization}/collections`;
      expect((await creator.api.post(collections, { parent: shelf.id, title: 'In it' })).status).toBe(201);
      expect((await reader.api.post(collections, { parent: shelf.id })).status).toBe(403);
      expect((await creator.api.patch(shelf.path, { title: 'Other' })).status).toBe(403);
      const foreign = await stranger.api.post(`/v1/orgs/${stranger.organization}/spaces`, { parent: shelf.id });
      expect(foreign.status).toBe(404);
    });
  });

  describe('managers of permissions', () => {
    it('are administrators of the record, whatever their role in the organization', async () => {
      const [reader, other] = [await member('read'), await member('read')];
      const space = await closedSpace();
      await invite(space.path, { users: [reader.id], role: 'admin' });
      expect((await invite(space.path, { users: [other.id], role: 'edit' }, reader.api)).status).toBe(204);
      expect(await permissions(other.api, space.path)).toBe('edit');
    });

    it('are no users with a lesser role, and none of another organization', async () => {
      const creator = await member('create');
      const shelf = await collection();
      for (const { path } of [await TestSpace.create(admin, { empty: true }), shelf]) {
        const reads = ['users', 'teams', 'aggregate'].map((list) => `${path}/permissions/${list}`);
        for (const read of reads) {
          expect((await creator.api.get(read)).status).toBe(403);
          expect((await stranger.api.get(read)).status).toBe(404);
        }
        const body = { users: [creator.id], role: 'admin' };
        expect((await invite(path, body, creator.api)).status).toBe(403);
        expect((await invite(path, body, stranger.api)).status).toBe(404);
        for (const subject of [`users/${creator.id}`, 'teams/team']) {
          const own = `${path}/permissions/${subject}`;
          expect((await creator.api.patch(own, { role: 'admin' })).status).toBe(403);
          expect((await stranger.api.patch(own, { role: 'admin' })).status).toBe(404);
          expect((await creator.api.delete(own)).status).toBe(403);
          expect((await stranger.api.delete(own)).status).toBe(204);
        }
      }
    });

    it('are not all who may change a space: the default level requires the role admin', async () => {
      const creator = await member('create');
      const space = await TestSpace.create(admin, { empty: true });
      expect((await creator.api.patch(space.path, { title: 'Other' })).status).toBe(200);
      expect((await creator.api.patch(space.path, { defaultLevel: 'admin' })).status).toBe(403);
    });

    it('grant existing roles to members and teams of the organization only', async () => {
      const space = await TestSpace.create(admin, { empty: true });
      const [user, foreignTeam] = [await member('read'), await teamOf(stranger, stranger.organization)];
      for (const body of [
        { users: [stranger.id], role: 'edit' },
        { users: [user.id, 'nobody'], role: 'edit' },
        { teams: [foreignTeam], role: 'edit' },
        { teams: [user.id], role: 'edit' },
        { users: [user.id], role: 'inherit' },
        { users: [user.id] },
        { users: [], role: 'edit' },
        { role: 'edit' },
      ]) {
        expect([(await invite(space.path, body)).status, body]).toEqual([400, body]);
      }
      expect((await admin.api.get(`${space.path}/permissions/users`)).body.items).toEqual([]);
      expect((await admin.api.patch(`${space.path}/permissions/users/${user.id}`, { role: 'edit' })).status).toBe(404);
    });

    it('leave an entry in the audit trail for every change', async () => {
      const user = await member('read');
      const space = await TestSpace.create(admin, { title: 'Traced', empty: true });
      const own = `${space.path}/permissions/users/${user.id}`;
      await invite(space.path, { users: [user.id], role: 'edit' });
      await invite(space.path, { users: [user.id], role: 'edit' });
      await admin.api.patch(own, { role: 'review' });
      await admin.api.patch(own, {});
      await admin.api.delete(own);
      const entries = await server.rows<{ action: string; payload: object; actor: string }>(
        `select payload->>'action' as action, payload->'payload' as payload, payload->>'actorId' as actor
       from public.event where payload->'target'->>'id' = $1 order by payload->>'id'`,
        [space.id],
      );
      expect(entries).toEqual([
        { action: 'space.created', payload: {}, actor: admin.id },
        { action: 'space.permission-granted', payload: { user: user.id, role: 'edit' }, actor: admin.id },
        {
          action: 'space.permission-changed',
          payload: { user: user.id, before: 'edit', role: 'review' },
          actor: admin.id,
        },
        { action: 'space.permission-removed', payload: { user: user.id, before: 'review' }, actor: admin.id },
      ]);
    });
  });

  describe('the lists', () => {
    it('of grants are paged', async () => {
      const space = await TestSpace.create(admin, { empty: true });
      const users = [await member(null), await member('read'), await member('edit')];
      await invite(space.path, { users: users.map(({ id }) => id), role: 'comment' });
      const list = `${space.path}/permissions/users`;
      const first = await admin.api.get(list, { query: { limit: 2 } });
      const second = await admin.api.get(list, { query: { limit: 2, page: first.body.next.page } });
      const seen = [...first.body.items, ...second.body.items].map(({ permission, user }) => [
        permission,
        (user as Json).id,
      ]);
      expect(seen).toEqual(users.map(({ id }) => ['comment', id]));
      expect(second.body.next).toBeUndefined();
    });

    it('of all users with access to a record have the role that results from all grants', async () => {
      const { api, organization } = await server.administrator();
      const join = (role: Role | null) => server.member(organization, role);
      const [editor, guest, invited, teamed] = [
        await join('edit'),
        await join(null),
        await join(null),
        await join('read'),
      ];
      const team = await teamOf(teamed, organization);
      const space = await TestSpace.create({ api, organization }, { empty: true });
      await api.post(`${space.path}/permissions`, { users: [invited.id], role: 'comment' });
      await api.post(`${space.path}/permissions`, { teams: [team], role: 'review' });
      const all = await api.get(`${space.path}/permissions/aggregate`);
      const roles = Object.fromEntries(all.body.items.map(({ permission, user }) => [(user as Json).id, permission]));
      expect(roles).toMatchObject({ [editor.id]: 'edit', [invited.id]: 'comment', [teamed.id]: 'review' });
      expect(Object.keys(roles)).toHaveLength(4);
      expect(roles[guest.id]).toBeUndefined();
      const reviewers = await api.get(`${space.path}/permissions/aggregate`, { query: { role: 'review', limit: 1 } });
      expect(reviewers.body).toMatchObject({ count: 1, items: [{ user: { id: teamed.id } }] });
      expect(reviewers.body.next).toBeUndefined();
    });

    it('of the spaces of a member require an administrator or the member', async () => {
      const [user, other] = [await member(null), await member('admin')];
      const spaces = [await closedSpace(), await closedSpace(), await closedSpace()];
      for (const { path } of spaces) await invite(path, { users: [user.id], role: 'edit' });
      const list = `/v1/orgs/${admin.organization}/members/${user.id}/spaces`;
      const ids = (items: readonly Json[]) => items.map(({ space }) => (space as Json).id);
      const mine = await user.api.get(list, { query: { limit: 2 } });
      expect(ids(mine.body.items)).toEqual([spaces[2]?.id, spaces[1]?.id]);
      expect(mine.body.items[0]).toMatchObject({
        permission: 'edit',
        space: { permissions: { edit: true, admin: false } },
      });
      const rest = await user.api.get(list, { query: { limit: 2, page: mine.body.next.page } });
      expect(ids(rest.body.items)).toEqual([spaces[0]?.id]);
      const theirs = await other.api.get(list, { query: { order: 'asc' } });
      expect(ids(theirs.body.items)).toEqual(spaces.map(({ id }) => id));
      expect(theirs.body.items[0]).toMatchObject({ permission: 'edit', space: { permissions: { admin: true } } });
      expect((await (await member('create')).api.get(list)).status).toBe(403);
      expect((await stranger.api.get(list)).status).toBe(404);
      expect((await admin.api.get(`/v1/orgs/${admin.organization}/members/nobody/spaces`)).status).toBe(404);
    });
  });

  describe('search in an organization', () => {
    it('finds everything that the caller can access, and nothing else', async () => {
      const [guest, reader] = [await member(null), await member('read')];
      const [closed, open] = [await closedSpace(), await TestSpace.create(admin, { empty: true })];
      for (const space of [closed, open]) await space.insert('Zebrafish', 'About the zebrafish.');
      await server.runJobs();
      const found = async (api: ApiClient) =>
        idsOf((await api.get(`/v1/orgs/${admin.organization}/search`, { query: { query: 'zebrafish' } })).body.items);
      expect(await found(guest.api)).toEqual([]);
      expect(await found(reader.api)).toEqual([open.id]);
      await invite(closed.path, { users: [guest.id], role: 'read' });
      expect(await found(guest.api)).toEqual([closed.id]);
      expect((await found(admin.api)).sort()).toEqual([closed.id, open.id].sort());
    });
  });
});
