import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { makeConversation } from '../../conversations/conversation-rows.js';

describe('change requests', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  const subjectsOf = (items: Json[]): unknown[] => items.map(({ subject }) => subject);
  const list = async (path: string, query = {}): Promise<Json[]> => (await ada.api.get(path, { query })).body.items;

  describe('a new change request', () => {
    it('is a draft at the current revision, numbered within its space', async () => {
      const space = await TestSpace.create(ada);
      await space.insert('Page');
      const answer = await ada.api.post(`${space.path}/change-requests`, { subject: 'First', agentTaskId: 'ignored' });
      const revision = await space.revision();
      expect(answer.status).toBe(201);
      expect(answer.headers.location).toBe(answer.body.urls.location);
      expect(answer.body).toMatchObject({
        object: 'change-request',
        number: 1,
        status: 'draft',
        subject: 'First',
        createdBy: { id: ada.id },
        space: space.id,
        revision,
        revisionInitial: revision,
        revisionMergedAncestor: revision,
        comments: 0,
        outdated: false,
      });
      expect((await ada.api.get(answer.body.urls.location ?? '')).body).toEqual(answer.body);
      expect((await ada.api.post(`${space.path}/change-requests`, {})).body).toMatchObject({ number: 2, subject: '' });
    });

    it('is refused with a subject of more than 100 characters, or an unknown template', async () => {
      const { path } = await TestSpace.create(ada);
      expect((await ada.api.post(`${path}/change-requests`, { subject: 'x'.repeat(101) })).status).toBe(400);
      expect((await ada.api.post(`${path}/change-requests`, { template: { id: 'none' } })).status).toBe(404);
    });

    it('requires the role edit, also in a locked space', async () => {
      const space = await TestSpace.create(ada);
      await ada.api.patch(space.path, { editMode: 'locked' });
      const [writer, reader] = [
        await server.member(ada.organization, 'edit'),
        await server.member(ada.organization, 'comment'),
      ];
      expect((await writer.api.post(`${space.path}/change-requests`, {})).status).toBe(201);
      expect((await reader.api.post(`${space.path}/change-requests`, {})).status).toBe(403);
      await ada.api.delete(space.path);
      expect((await writer.api.post(`${space.path}/change-requests`, {})).status).toBe(404);
    });

    it('gets a unique number without gaps when fifty are created at once', async () => {
      const space = await TestSpace.create(ada);
      const created = await Promise.all(
        Array.from({ length: 50 }, () => ada.api.post(`${space.path}/change-requests`, {})),
      );
      const numbers = created.map(({ body }) => Number(body.number)).sort((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
      expect((await ada.api.get(space.path)).body).toMatchObject({ changeRequests: 50, changeRequestsDraft: 50 });
    });
  });

  describe('a change request', () => {
    it('has a subject, a description and a status, which the space counts', async () => {
      const space = await TestSpace.create(ada);
      const request = await TestChangeRequest.create(space);
      await TestChangeRequest.create(space);
      const { body } = await request.set({
        subject: 'Better',
        description: { markdown: 'With **words**.' },
        status: 'open',
      });
      expect(body).toMatchObject({ subject: 'Better', status: 'open', description: { object: 'document' } });
      const counts = async () => {
        const { changeRequests, changeRequestsOpen, changeRequestsDraft } = (await ada.api.get(space.path)).body;
        return [changeRequests, changeRequestsOpen, changeRequestsDraft];
      };
      expect(await counts()).toEqual([2, 1, 1]);
      const listed = (await list(`/v1/orgs/${ada.organization}/spaces`, { limit: 1000 })).find(
        ({ id }) => id === space.id,
      );
      expect(listed).toMatchObject({ changeRequests: 2, changeRequestsOpen: 1, changeRequestsDraft: 1 });
      const again = await request.set({ description: body.description });
      expect(again.body.description).toEqual(body.description);
      await request.set({ status: 'archived', description: null });
      expect(await counts()).toEqual([2, 0, 1]);
      expect(await request.read()).not.toHaveProperty('description');
      expect((await request.set({ status: 'draft' })).status).toBe(200);
      expect(await counts()).toEqual([2, 0, 2]);
    });

    it('refuses the status merged, and an invalid description', async () => {
      const request = await TestChangeRequest.create(await TestSpace.create(ada));
      for (const fields of [
        { status: 'merged' },
        { status: null },
        { description: { nodes: [] } },
        { description: { markdown: 'x'.repeat(100_001) } },
        { description: { document: { object: 'document', nodes: [{ object: 'block', type: 'nothing' }] } } },
      ]) {
        expect([fields, (await request.set(fields)).status]).toEqual([fields, 400]);
      }
    });

    it('is changed with If-Match only in the version that was read; of ten concurrent changes one succeeds', async () => {
      const request = await TestChangeRequest.create(await TestSpace.create(ada));
      const etag = (await ada.api.get(request.path)).headers.etag ?? '';
      const headers = { 'if-match': etag };
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => request.set({ subject: `Number ${i}` }, { headers })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(412)]);
      const unconditional = await Promise.all(
        Array.from({ length: 10 }, (_, i) => request.set({ subject: `Any ${i}` })),
      );
      expect(new Set(unconditional.map(({ status }) => status))).toEqual(new Set([200]));
    });

    it('responds with 304 until it or its space changes', async () => {
      const space = await TestSpace.create(ada);
      const request = await TestChangeRequest.create(space);
      const read = (etag: string) => ada.api.get(request.path, { headers: { 'if-none-match': etag } });
      const { headers } = await ada.api.get(request.path);
      expect((await read(headers.etag ?? '')).status).toBe(304);
      await space.insert('Page');
      const outdated = await read(headers.etag ?? '');
      expect(outdated).toMatchObject({ status: 200, body: { outdated: true } });
    });

    it('is not found without access to its space, or in another space', async () => {
      const space = await TestSpace.create(ada);
      const request = await TestChangeRequest.create(space);
      const other = await TestSpace.create(ada);
      expect((await ada.api.get(`${other.path}/change-requests/${request.id}`)).status).toBe(404);
      const eve = await server.member(ada.organization, 'edit');
      await ada.api.patch(space.path, { defaultLevel: null });
      expect((await eve.api.get(request.path)).status).toBe(404);
      expect((await request.as(eve.api).set({ subject: 'Mine' })).status).toBe(404);
      await ada.api.patch(space.path, { defaultLevel: 'read' });
      expect((await eve.api.get(request.path)).status).toBe(200);
      expect((await request.as(eve.api).set({ subject: 'Mine' })).status).toBe(403);
    });
  });

  describe('lists of change requests', () => {
    let space: TestSpace;
    let bob: TestUser;
    const requests: TestChangeRequest[] = [];

    beforeAll(async () => {
      space = await TestSpace.create(ada, { title: 'Listed' });
      bob = await server.member(ada.organization, 'edit');
      for (const [subject, user] of [
        ['One', ada],
        ['Two', bob],
        ['Three', ada],
      ] as const) {
        requests.push(await TestChangeRequest.create(space.as(user.api), subject));
        server.clock.advance(1000);
      }
      await requests[0]?.set({ status: 'open' });
      server.clock.advance(1000);
      await requests[1]?.set({ status: 'archived' });
    });

    it('begin with the latest change, or the latest creation on request', async () => {
      const path = `${space.path}/change-requests`;
      expect(subjectsOf(await list(path))).toEqual(['Two', 'One', 'Three']);
      expect(subjectsOf(await list(path, { orderBy: 'createdAt' }))).toEqual(['Three', 'Two', 'One']);
      const first = (await ada.api.get(path, { query: { limit: 2 } })).body;
      expect(subjectsOf(first.items)).toEqual(['Two', 'One']);
      expect(subjectsOf(await list(path, { limit: 2, page: first.next.page }))).toEqual(['Three']);
    });

    it('are filtered by status, by creator, and by the cluster of issues', async () => {
      const path = `${space.path}/change-requests`;
      expect(subjectsOf(await list(path, { status: 'open' }))).toEqual(['One']);
      expect(subjectsOf(await list(path, { status: ['draft', 'archived'] }))).toEqual(['Two', 'Three']);
      expect(subjectsOf(await list(path, { creator: bob.id }))).toEqual(['Two']);
      expect(await list(path, { contributor: bob.id })).toEqual([]);
      expect(await list(path, { requestedReviewer: bob.id })).toEqual([]);
      const { clusterId } = await makeConversation(server, ada.organization, 'filtered');
      const about = { subject: 'About', conversationsIssuesCluster: clusterId };
      const clustered = await TestSpace.create(ada);
      await ada.api.post(`${clustered.path}/change-requests`, about);
      const query = { conversationsIssuesCluster: clusterId };
      expect(await list(`/v1/orgs/${ada.organization}/change-requests`, query)).toMatchObject([about]);
      expect(await list(path, query)).toEqual([]);
      for (const bad of [{ status: 'closed' }, { orderBy: 'number' }]) {
        expect((await ada.api.get(path, { query: bad })).status).toBe(400);
      }
    });

    it('of an organization contain only those in spaces that the caller can access', async () => {
      const { organization } = ada;
      const hidden = await TestSpace.create(ada, { title: 'Hidden' });
      await ada.api.patch(hidden.path, { defaultLevel: null });
      await TestChangeRequest.create(hidden, 'Hidden');
      const guest = await server.member(organization, null);
      const seen = async ({ api }: TestUser): Promise<string[]> => {
        const { items } = (await api.get(`/v1/orgs/${organization}/change-requests`, { query: { limit: 1000 } })).body;
        return items.map(({ subject }) => String(subject)).filter((subject) => ['One', 'Hidden'].includes(subject));
      };
      expect((await seen(ada)).sort()).toEqual(['Hidden', 'One']);
      expect(await seen(bob)).toEqual(['One']);
      expect(await seen(guest)).toEqual([]);
      for (const { id } of [bob, guest]) {
        await ada.api.post(`${hidden.path}/permissions`, { users: [id], role: 'read' });
      }
      expect((await seen(bob)).sort()).toEqual(['Hidden', 'One']);
      expect(await seen(guest)).toEqual(['Hidden']);
      await ada.api.delete(hidden.path);
      expect([await seen(ada), await seen(guest)]).toEqual([['One'], []]);
      const stranger = await server.administrator();
      expect((await stranger.api.get(`/v1/orgs/${organization}/change-requests`)).status).toBe(404);
    });
  });

  describe('a change request of many pages', () => {
    /** More pages than a leaf of a map has, and as many as one batch may change. */
    const PAGES = 50;
    /** How many nodes `work` writes. Existing nodes are deleted before; the server has them cached. */
    async function nodesWritten(work: () => Promise<unknown>): Promise<number> {
      const there = await server.rows<{ hash: Buffer; body: string }>(
        'delete from content.node where organization_id = $1 returning hash, body',
        [ada.organization],
      );
      await work();
      const { rowCount } = await server.pool.query('select from content.node where organization_id = $1', [
        ada.organization,
      ]);
      await server.pool.query(
        `insert into content.node (organization_id, hash, body)
         select $1, hash, body from unnest($2::bytea[], $3::text[]) n(hash, body) on conflict do nothing`,
        [ada.organization, there.map(({ hash }) => hash), there.map(({ body }) => body)],
      );
      return rowCount ?? 0;
    }

    it('is merged into a changed or unchanged space without its maps being written again', async () => {
      const space = await TestSpace.create(ada);
      const titles = Array.from({ length: PAGES }, (_, i) => `Page ${i}`);
      const { changes } = await space.change(...titles.map((title) => ({ operation: 'insert_page', title })));
      const [first, ...others] = (changes as Json[]).map(({ page }) => page.id as string);
      for (const title of ['Up to date', 'Outdated']) {
        const request = await TestChangeRequest.create(space);
        await request.change(...others.map((page) => ({ operation: 'update_page', page, title })));
        if (title === 'Outdated') await space.update(first as string, { title: 'Moved on' });
        const written = await nodesWritten(() => request.merge());
        // The leaf of the page that changed in the space, and the root above it.
        expect(written).toBe(title === 'Outdated' ? 2 : 0);
        expect((await request.read()).status).toBe('merged');
        const tree = (await ada.api.get(`${space.path}/revisions/${await space.revision()}/pages`)).body
          .pages as Json[];
        const expected = [title === 'Outdated' ? 'Moved on' : 'Page 0', ...others.map(() => title)];
        expect(tree.map((page) => page.title)).toEqual(expected);
        expect(await space.pages()).toEqual(tree);
      }
    });
  });

  describe('a purged space', () => {
    it('is purged with its change requests', async () => {
      const space = await TestSpace.create(ada);
      const request = await TestChangeRequest.create(space);
      await ada.api.delete(space.path);
      server.clock.advance(8 * 86_400_000);
      await server.runJob('content.purge-spaces');
      expect(await server.tablesNaming(space.id)).toEqual([]);
      expect(await server.tablesNaming(request.id)).toEqual([]);
    });
  });
});
