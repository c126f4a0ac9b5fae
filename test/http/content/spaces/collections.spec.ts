import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, ApiClient, Json } from '#testing/api-client';
import type { Role } from '#permissions';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('collections', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let stranger: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    stranger = await server.administrator();
  });
  afterAll(() => server.stop());

  interface Shelf {
    id: string;
    path: string;
  }

  const member = (role: Role | null) => server.member(ada.organization, role);

  async function shelf(title: string, parent?: Shelf, user = ada): Promise<Shelf> {
    const body = { title, ...(parent ? { parent: parent.id } : {}) };
    const answer = await user.api.post(`/v1/orgs/${user.organization}/collections`, body);
    expect(answer.status).toBe(201);
    return { id: answer.body.id, path: `/v1/collections/${answer.body.id}` };
  }

  const space = (title: string, parent?: Shelf): Promise<TestSpace> =>
    TestSpace.create(ada, { title, empty: true, ...(parent ? { parent: parent.id } : {}) });

  const spaceAt = ({ id }: { id: string }) => ({ type: 'space', space: id });
  const shelfAt = ({ id }: { id: string }) => ({ type: 'collection', collection: id });
  const move = (moved: { path: string }, body: object, api: ApiClient = ada.api): Promise<Answer> =>
    api.post(`${moved.path}/move`, body);

  async function titlesIn(where: Shelf, api = ada.api): Promise<string[]> {
    const { status, body } = await api.get(`${where.path}/spaces`);
    expect(status).toBe(200);
    return body.items.map(({ title }: Json) => title as string);
  }

  /** The titles of the spaces and collections in a collection, in their order. */
  const standingIn = async ({ id }: Shelf): Promise<string[]> =>
    (
      await server.rows<{ title: string }>(
        `select title, rank, id from content.space where parent = $1
       union all select title, rank, id from content.collection where parent = $1 order by rank, id`,
        [id],
      )
    ).map(({ title }) => title);

  async function eventsOf(id: string): Promise<Json[]> {
    await server.drain();
    const { items } = (await ada.api.get(`/v1/orgs/${ada.organization}/audit-events`, { query: { target: id } })).body;
    return Promise.all(
      (items as Json[]).map(
        async (event) => (await ada.api.get(`/v1/orgs/${ada.organization}/audit-events/${event.id}`)).body,
      ),
    );
  }

  describe('GET /v1/collections/{collectionId}/spaces', () => {
    it('lists the accessible spaces directly in the collection, in their order', async () => {
      const top = await shelf('Top');
      const below = await shelf('Below', top);
      const [one, two, three, gone] = [
        await space('One', top),
        await space('Two', top),
        await space('Three', top),
        await space('Gone', top),
      ];
      await space('Deeper', below);
      await ada.api.delete(gone.path);
      await ada.api.patch(two.path, { defaultLevel: null });
      await move(three, { position: { before: spaceAt(one) } });
      expect(await titlesIn(top)).toEqual(['Three', 'One', 'Two']);
      const reader = await member('read');
      expect(await titlesIn(top, reader.api)).toEqual(['Three', 'One']);
      const first = (await reader.api.get(`${top.path}/spaces`, { query: { limit: 1 } })).body;
      const second = (await reader.api.get(`${top.path}/spaces`, { query: { limit: 1, page: first.next.page } })).body;
      expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(['Three', 'One']);
      expect(second).not.toHaveProperty('next');
      expect(first.items[0]).toEqual((await reader.api.get(three.path)).body);
      await ada.api.post(`${two.path}/permissions`, { users: [reader.id], role: 'edit' });
      expect(await titlesIn(top, reader.api)).toEqual(['Three', 'One', 'Two']);

      const guest = await member(null);
      expect((await guest.api.get(`${top.path}/spaces`)).status).toBe(404);
      await ada.api.post(`${top.path}/permissions`, { users: [guest.id], role: 'read' });
      expect(await titlesIn(top, guest.api)).toEqual(['Three', 'One', 'Two']);
      expect((await stranger.api.get(`${top.path}/spaces`)).status).toBe(404);
    });
  });

  describe('POST /v1/spaces/{spaceId}/move', () => {
    it('puts a space before or after a neighbour, a space or a collection, or else at the end', async () => {
      const top = await shelf('Top');
      const one = await space('One', top);
      const sub = await shelf('Sub', top);
      const two = await space('Two', top);
      expect(await standingIn(top)).toEqual(['One', 'Sub', 'Two']);

      const moved = await space('Moved');
      const { status, body, headers } = await move(moved, { parent: top.id, position: { before: shelfAt(sub) } });
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: moved.id, parent: top.id, visibility: 'in-collection' });
      expect((await ada.api.get(moved.path)).headers.etag).toBe(headers.etag);
      expect(await standingIn(top)).toEqual(['One', 'Moved', 'Sub', 'Two']);
      await move(moved, { position: { after: shelfAt(sub) } });
      expect(await standingIn(top)).toEqual(['One', 'Sub', 'Moved', 'Two']);
      await move(moved, { position: { before: spaceAt(one), after: spaceAt(two) } });
      expect(await standingIn(top)).toEqual(['Moved', 'One', 'Sub', 'Two']);
      await move(moved, {});
      expect(await standingIn(top)).toEqual(['One', 'Sub', 'Two', 'Moved']);
      await move(one, { position: { after: spaceAt(moved) } });
      expect(await standingIn(top)).toEqual(['Sub', 'Two', 'Moved', 'One']);
      expect((await move(moved, { parent: null })).body).not.toHaveProperty('parent');
      expect(await standingIn(top)).toEqual(['Sub', 'Two', 'One']);
    });

    it('applies the level and the grants of the new parent', async () => {
      const [closed, open] = [await shelf('Closed'), await shelf('Open')];
      await ada.api.patch(closed.path, { defaultLevel: null });
      const reader = await member('read');
      const moved = await space('Moved', closed);
      expect((await reader.api.get(moved.path)).status).toBe(404);
      await move(moved, { parent: open.id });
      expect((await reader.api.get(moved.path)).status).toBe(200);
      await move(moved, { parent: closed.id });
      expect((await reader.api.get(moved.path)).status).toBe(404);
      await ada.api.post(`${closed.path}/permissions`, { users: [reader.id], role: 'edit' });
      expect((await reader.api.get(moved.path)).body.permissions.edit).toBe(true);
    });

    it('requires the role admin in the space and create in the target, also for a locked space', async () => {
      const top = await shelf('Top');
      await ada.api.patch(top.path, { defaultLevel: null });
      const moved = await space('Moved');
      await ada.api.patch(moved.path, { editMode: 'locked' });
      const creator = await member('create');
      expect((await move(moved, {}, creator.api)).status).toBe(403);
      await ada.api.post(`${moved.path}/permissions`, { users: [creator.id], role: 'admin' });
      expect((await move(moved, {}, creator.api)).status).toBe(200);
      expect((await move(moved, { parent: top.id }, creator.api)).status).toBe(404);
      await ada.api.post(`${top.path}/permissions`, { users: [creator.id], role: 'review' });
      expect((await move(moved, { parent: top.id }, creator.api)).status).toBe(403);
      await ada.api.post(`${top.path}/permissions`, { users: [creator.id], role: 'create' });
      expect((await move(moved, { parent: top.id }, creator.api)).status).toBe(200);
    });

    it('is refused where the caller would lose access to the space', async () => {
      const top = await shelf('Top');
      const moved = await space('Moved', top);
      await ada.api.patch(moved.path, { defaultLevel: null });
      const creator = await member('create');
      await ada.api.post(`${top.path}/permissions`, { users: [creator.id], role: 'admin' });
      expect((await move(moved, { parent: null }, creator.api)).status).toBe(409);
      expect((await creator.api.get(moved.path)).body.parent).toBe(top.id);
    });

    it('refuses a neighbour with another parent, and reveals nothing of one that the caller cannot access', async () => {
      const [top, other] = [await shelf('Top'), await shelf('Other')];
      const [moved, elsewhere, hidden] = [
        await space('Moved', top),
        await space('Elsewhere', other),
        await space('H', top),
      ];
      await ada.api.patch(hidden.path, { defaultLevel: null });
      const admin = await member('read');
      await ada.api.post(`${moved.path}/permissions`, { users: [admin.id], role: 'admin' });
      const answers = [
        await move(moved, { position: { before: spaceAt(elsewhere) } }, admin.api),
        await move(moved, { position: { after: shelfAt(top) } }, admin.api),
        await move(moved, { position: { after: spaceAt(hidden) } }, admin.api),
        await move(moved, { position: { after: spaceAt({ id: 'nothing' }) } }, admin.api),
        await move(moved, { position: { after: shelfAt({ id: 'nothing' }) } }, admin.api),
        await move(moved, { position: { after: spaceAt(moved) } }, admin.api),
        await move(moved, { position: { after: { type: 'space', collection: top.id } } }, admin.api),
        await move(moved, { position: { after: { type: 'page', page: top.id } } }, admin.api),
        await move(moved, { parent: 'nothing' }),
        await move(moved, { parent: (await shelf('Foreign', undefined, stranger)).id }),
        await move(moved, { parent: 7 }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([409, 409, 404, 404, 404, 400, 400, 400, 404, 404, 400]);
      expect(answers[2]?.body.error.message).toBe(answers[3]?.body.error.message);
    });

    it('records the caller in the audit trail', async () => {
      const top = await shelf('Top');
      const moved = await space('Moved');
      await move(moved, { parent: top.id });
      expect(await eventsOf(moved.id)).toMatchObject([
        { action: 'space.moved', actor: { id: ada.id }, payload: { from: null, to: top.id } },
        { action: 'space.created', actor: { id: ada.id } },
      ]);
    });
  });

  describe('POST /v1/collections/{collectionId}/move', () => {
    it('moves everything in it along', async () => {
      const [a, b] = [await shelf('A'), await shelf('B')];
      const inner = await shelf('Inner', a);
      const deep = await space('Deep', inner);
      await ada.api.patch(b.path, { defaultLevel: null });
      const reader = await member('read');
      expect((await reader.api.get(deep.path)).status).toBe(200);
      const answer = await move(inner, { parent: b.id });
      expect([answer.status, answer.body.parent]).toEqual([200, b.id]);
      expect((await reader.api.get(deep.path)).status).toBe(404);
      expect(await titlesIn(inner)).toEqual(['Deep']);
      expect((await move(inner, { parent: null })).body).not.toHaveProperty('parent');
      expect((await reader.api.get(deep.path)).status).toBe(200);
      expect((await eventsOf(inner.id)).map(({ action, payload }) => [action, payload])).toEqual([
        ['collection.moved', { from: b.id, to: null }],
        ['collection.moved', { from: a.id, to: b.id }],
        ['collection.created', {}],
      ]);
    });

    it('never creates a cycle, also by two concurrent moves', async () => {
      const [a, b] = [await shelf('A'), await shelf('B')];
      const inner = await shelf('Inner', a);
      expect((await move(a, { parent: a.id })).status).toBe(409);
      expect((await move(a, { parent: inner.id })).status).toBe(409);
      for (let round = 0; round < 5; round++) {
        const answers = await Promise.all([move(a, { parent: b.id }), move(b, { parent: a.id })]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        await move(a, { parent: null });
        await move(b, { parent: null });
      }
    });

    it('allows at most 30 levels', async () => {
      let deepest = await shelf('1');
      const top = deepest;
      for (let depth = 2; depth <= 30; depth++) deepest = await shelf(String(depth), deepest);
      const body = { title: '31', parent: deepest.id };
      expect((await ada.api.post(`/v1/orgs/${ada.organization}/collections`, body)).status).toBe(409);
      expect((await move(top, { parent: (await shelf('Above')).id })).status).toBe(409);
      expect((await move(await space('A space', deepest), {})).status).toBe(200);
    });

    it('and creating concurrently give every item a unique place', async () => {
      const top = await shelf('Top');
      const [first, last] = [await space('First', top), await space('Last', top)];
      const others = await Promise.all(Array.from({ length: 6 }, (_, i) => space(`Other ${i}`)));
      await Promise.all([
        ...others.map((other) => move(other, { parent: top.id, position: { after: spaceAt(first) } })),
        ...Array.from({ length: 6 }, (_, i) => space(`New ${i}`, top)),
        ...Array.from({ length: 3 }, (_, i) => shelf(`Shelf ${i}`, top)),
      ]);
      const titles = await standingIn(top);
      expect(titles[0]).toBe('First');
      expect(titles.slice(1, 7).sort()).toEqual(others.map((_, i) => `Other ${i}`));
      expect(titles[7]).toBe('Last');
      expect(titles).toHaveLength(17);
      const ranks = await server.rows(
        `select rank from content.space where parent = $1 union select rank from content.collection where parent = $1`,
        [top.id],
      );
      expect(ranks).toHaveLength(17);
      expect((await ada.api.get(last.path)).status).toBe(200);
    });
  });

  describe('DELETE /v1/collections/{collectionId}', () => {
    it('moves its items to its place', async () => {
      const top = await shelf('Top');
      await space('Before', top);
      const doomed = await shelf('Doomed', top);
      await space('After', top);
      const one = await space('One', doomed);
      const inner = await shelf('Inner', doomed);
      await space('Two', doomed);
      const deep = await space('Deep', inner);
      const gone = await space('Gone', doomed);
      await ada.api.delete(gone.path);
      const before = await ada.api.get(one.path);

      expect((await ada.api.delete(doomed.path)).status).toBe(204);
      expect((await ada.api.get(doomed.path)).status).toBe(404);
      expect((await ada.api.delete(doomed.path)).status).toBe(204);
      expect(await standingIn(top)).toEqual(['Before', 'One', 'Inner', 'Two', 'Gone', 'After']);
      expect((await ada.api.get(inner.path)).body.parent).toBe(top.id);
      expect((await ada.api.get(deep.path)).body.parent).toBe(inner.id);
      expect((await ada.api.post(`${gone.path}/restore`)).body.parent).toBe(top.id);
      const stale = { headers: { 'if-match': before.headers.etag ?? '' } };
      expect((await ada.api.patch(one.path, { title: 'Stale' }, stale)).status).toBe(412);
      expect((await eventsOf(doomed.id))[0]).toMatchObject({
        action: 'collection.deleted',
        target: { label: 'Doomed' },
        payload: { to: top.id, collections: [inner.id] },
      });
    });

    it('ends the grants on it, and gives no one new access', async () => {
      const doomed = await shelf('Doomed');
      await ada.api.patch(doomed.path, { defaultLevel: null });
      const [closed, own] = [await space('Closed', doomed), await space('Own', doomed)];
      await ada.api.patch(own.path, { defaultLevel: 'comment' });
      const [reader, granted] = [await member('read'), await member('read')];
      await ada.api.post(`${doomed.path}/permissions`, { users: [granted.id], role: 'admin' });
      expect((await reader.api.delete(doomed.path)).status).toBe(204);
      expect((await ada.api.get(doomed.path)).status).toBe(200);
      expect((await granted.api.delete(doomed.path)).status).toBe(204);
      for (const { api } of [reader, granted]) {
        expect((await api.get(closed.path)).status).toBe(404);
        expect((await api.get(own.path)).body.permissions.comment).toBe(true);
      }
      expect((await ada.api.get(closed.path)).body.defaultLevel).toBeNull();
      expect(await server.rows('select 1 from content.permission where content_id = $1', [doomed.id])).toEqual([]);
    });

    it('requires the role admin on it', async () => {
      const doomed = await shelf('Doomed');
      const creator = await member('create');
      expect((await creator.api.delete(doomed.path)).status).toBe(403);
      expect((await stranger.api.delete(doomed.path)).status).toBe(204);
      expect((await ada.api.get(doomed.path)).status).toBe(200);
    });

    it('loses no item that is concurrently created or moved in it', async () => {
      const create = (parent: string) =>
        ada.api.post(`/v1/orgs/${ada.organization}/spaces`, { title: 'New', parent, empty: true });
      for (let round = 0; round < 4; round++) {
        const doomed = await shelf('Doomed');
        const other = await space('Other');
        const [removed, ...others] = await Promise.all([
          ada.api.delete(doomed.path),
          create(doomed.id),
          create(doomed.id),
          move(other, { parent: doomed.id }),
        ]);
        expect(removed?.status).toBe(204);
        for (const { status } of others) expect([200, 201, 404]).toContain(status);
        for (const { status, body } of others) {
          if (status !== 404) expect((await ada.api.get(`/v1/spaces/${body.id}`)).body).not.toHaveProperty('parent');
        }
        expect(await server.rows('select 1 from content.space where $1 = any(chain)', [doomed.id])).toEqual([]);
      }
    });
  });

  describe('deleting and restoring a space', () => {
    it('are recorded in the audit trail', async () => {
      const subject = await space('Subject');
      await ada.api.delete(subject.path);
      await ada.api.post(`${subject.path}/restore`);
      expect((await eventsOf(subject.id)).map(({ action }) => action)).toEqual([
        'space.restored',
        'space.deleted',
        'space.created',
      ]);
    });
  });
});
