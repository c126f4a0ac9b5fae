import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';

describe('change request reviews', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let grace: TestUser;
  let alan: TestUser;
  let editor: TestUser;
  let reader: TestUser;
  let space: TestSpace;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    [grace, alan, editor, reader] = await Promise.all([
      server.member(ada.organization, 'review'),
      server.member(ada.organization, 'review'),
      server.member(ada.organization, 'edit'),
      server.member(ada.organization, 'read'),
    ]);
    space = await TestSpace.create(ada);
    await space.insert('Page', 'Words.');
  });

  afterAll(() => server.stop());

  const prepare = () => TestChangeRequest.create(space);
  const ask = ({ path }: TestChangeRequest, users: TestUser[], more: object = {}, by: TestUser = ada) =>
    by.api.post(`${path}/requested-reviewers`, { users: users.map(({ id }) => id), ...more });
  const asked = async ({ path }: TestChangeRequest, query = {}): Promise<Json> =>
    (await ada.api.get(`${path}/requested-reviewers`, { query })).body;
  const review = (by: TestUser, { path }: TestChangeRequest, status = 'approved', more: object = {}): Promise<Answer> =>
    by.api.post(`${path}/reviews`, { status, ...more });
  const reviews = async ({ path }: TestChangeRequest, query = {}): Promise<Json[]> =>
    (await ada.api.get(`${path}/reviews`, { query })).body.items;

  describe('requesting reviews', () => {
    it('opens a draft, and records who requested a review from whom for which revision', async () => {
      const request = await prepare();
      const { revision } = await request.read();
      const { status, body } = await ask(request, [grace, alan], {
        subject: 'Ready',
        description: { markdown: 'Why' },
      });
      const expected = {
        object: 'change-request-requested-reviewer',
        kind: 'user',
        user: expect.objectContaining({ object: 'user', id: grace.id }),
        requestedBy: expect.objectContaining({ id: ada.id }),
        revision,
        createdAt: expect.any(String),
      };
      expect([status, body.users.length]).toEqual([200, 2]);
      expect(body.users).toContainEqual(expected);
      expect((await asked(request)).items).toEqual(body.users);
      expect(await request.read()).toMatchObject({ status: 'open', subject: 'Ready', description: expect.anything() });
      const found = await ada.api.get(`${space.path}/change-requests`, { query: { requestedReviewer: grace.id } });
      expect(found.body.items.map(({ id }: Json) => id)).toEqual([request.id]);
    });

    it('is paged in lists, and can be repeated', async () => {
      const request = await prepare();
      await ask(request, [grace]);
      await request.insert('More');
      const again = await ask(request, [grace, alan], {}, editor);
      expect(again.body.users).toHaveLength(2);
      const first = await asked(request, { limit: 1 });
      const second = await asked(request, { limit: 1, page: first.next.page });
      expect([...first.items, ...second.items]).toEqual(again.body.users);
      expect(second.next).toBeUndefined();
      for (const one of again.body.users as unknown as Json[]) {
        expect(one).toMatchObject({ requestedBy: { id: editor.id }, revision: (await request.read()).revision });
      }
    });

    it('requires users with access to the space other than the author, and changes nothing where one is not', async () => {
      const request = await prepare();
      const guest = await server.member(ada.organization, null);
      const stranger = await server.administrator();
      for (const user of [guest, stranger, { ...grace, id: 'nobody' }]) {
        const { status, body } = await ask(request, [grace, user], { subject: 'Not this' });
        expect([status, body.error.message]).toEqual([400, `users: ${user.id} does not reach the space`]);
      }
      const own = await ask(request, [ada]);
      expect([own.status, own.body.error.message]).toEqual([400, expect.stringContaining('author')]);
      expect(await request.read()).toMatchObject({ status: 'draft', subject: 'A change' });
      expect((await asked(request)).items).toEqual([]);
      await ada.api.post(`${space.path}/permissions`, { users: [guest.id], role: 'review' });
      expect((await ask(request, [guest])).status).toBe(200);
    });

    it.each<[string, unknown]>([
      ['nobody', { users: [] }],
      ['no list', { users: 'grace' }],
      ['one user twice', { users: ['a', 'a'] }],
      ['what is no id', { users: [1] }],
      ['a long subject', { users: ['a'], subject: 'x'.repeat(101) }],
    ])('refuses %s', async (_what, body) => {
      const request = await prepare();
      expect((await ada.api.post(`${request.path}/requested-reviewers`, body)).status).toBe(400);
    });

    it('requires the role edit, as withdrawing does, which is no error for users who were not asked', async () => {
      const request = await prepare();
      expect((await ask(request, [grace], {}, reader)).status).toBe(403);
      await ask(request, [grace, alan]);
      const withdraw = (by: TestUser, who: string) => by.api.delete(`${request.path}/requested-reviewers/${who}`);
      expect((await withdraw(reader, grace.id)).status).toBe(403);
      expect((await withdraw(editor, grace.id)).status).toBe(204);
      expect((await withdraw(editor, grace.id)).status).toBe(204);
      expect((await asked(request)).items.map(({ user }: Json) => user.id)).toEqual([alan.id]);
    });
  });

  describe('a review', () => {
    it('belongs to the reviewed revision, and names who requested it', async () => {
      const request = await prepare();
      await ask(request, [grace], {}, editor);
      const { revision } = await request.read();
      const { status, body, headers } = await review(grace, request);
      expect([status, body]).toEqual([
        201,
        {
          object: 'change-request-review',
          id: expect.any(String),
          revision,
          reviewer: expect.objectContaining({ id: grace.id }),
          requestedBy: expect.objectContaining({ id: editor.id }),
          status: 'approved',
          outdated: false,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
          urls: { location: expect.stringContaining(`${request.path}/reviews/${body.id}`) },
        },
      ]);
      expect(headers['location']).toBe(body.urls.location);
      await request.insert('Later');
      expect((await ada.api.get(`${request.path}/reviews/${body.id}`)).body).toEqual({ ...body, outdated: true });
      const unasked = await review(alan, request);
      expect(unasked.body.requestedBy).toBeUndefined();
      expect(unasked.body.revision).not.toBe(revision);
    });

    it('can include a comment, which appears in the change request', async () => {
      const request = await prepare();
      const said = { comment: { markdown: 'Not *yet*.' } };
      const { body } = await review(grace, request, 'changes-requested', said);
      const comment = { body: { markdown: expect.stringContaining('Not _yet_.') }, target: { review: body.id } };
      expect(body.comment).toMatchObject(comment);
      const path = `${request.path}/reviews/${body.id}`;
      const tree = await ada.api.get(path, { query: { format: 'document' } });
      expect(tree.body.comment.body).toMatchObject({ document: { object: 'document' } });
      await review(alan, request, 'approved', { comment: {} });
      expect((await reviews(request)).map(({ comment: found }) => (found as Json | undefined)?.id)).toEqual([
        body.comment.id,
        undefined,
      ]);
      expect((await ada.api.get(`${request.path}/comments`)).body.items).toMatchObject([{ id: body.comment.id }]);
      expect(await request.read()).toMatchObject({ comments: 1 });
      await ada.api.delete(`${request.path}/comments/${body.comment.id}`);
      expect((await ada.api.get(path)).body.comment).toBeUndefined();
    });

    it('is not stored where its comment is refused', async () => {
      const request = await prepare();
      expect((await review(grace, request, 'approved', { comment: { markdown: ' ' } })).status).toBe(400);
      expect(await reviews(request)).toEqual([]);
    });

    it('is outdated once its reviewer reviews or is asked again', async () => {
      const request = await prepare();
      const ids: string[] = [];
      for (const [by, status] of [
        [grace, 'changes-requested'],
        [alan, 'approved'],
        [grace, 'approved'],
      ] as const) {
        ids.push((await review(by, request, status)).body.id);
      }
      const idsOf = async (query: object) => (await reviews(request, query)).map(({ id }) => id);
      expect(await idsOf({})).toEqual(ids);
      expect(await idsOf({ outdated: true })).toEqual([ids[0]]);
      expect(await idsOf({ outdated: false })).toEqual([ids[1], ids[2]]);
      await ask(request, [alan]);
      expect(await idsOf({ outdated: false })).toEqual([ids[2]]);
      expect((await reviews(request, { outdated: 'true', limit: 1 })).map(({ id }) => id)).toEqual([ids[0]]);
      expect((await ada.api.get(`${request.path}/reviews`, { query: { outdated: 'perhaps' } })).status).toBe(400);
    });

    it('submitted many times at once counts once for each reviewer', async () => {
      const request = await prepare();
      const answers = await Promise.all([grace, alan, grace, alan, grace].map((by) => review(by, request)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
      const inForce = await reviews(request, { outdated: false });
      expect(inForce.map(({ reviewer }) => reviewer.id).sort()).toEqual([grace.id, alan.id].sort());
    });

    it('requires the role review, and is refused to the author', async () => {
      const request = await prepare();
      expect((await review(editor, request)).status).toBe(403);
      const own = await review(ada, request, 'changes-requested');
      expect([own.status, own.body.error.message]).toEqual([403, 'Nobody reviews a change request of their own']);
      expect((await review(grace, request, 'perhaps')).status).toBe(400);
      expect((await ada.api.get(`${request.path}/reviews/nothing`)).status).toBe(404);
      const other = await prepare();
      const { id } = (await review(grace, other)).body;
      expect((await ada.api.get(`${request.path}/reviews/${id}`)).status).toBe(404);
    });

    it('is refused, as requesting one is, once the change request is archived or merged', async () => {
      for (const end of [
        (request: TestChangeRequest) => request.set({ status: 'archived' }),
        (request: TestChangeRequest) => request.merge(),
      ]) {
        const request = await prepare();
        await ask(request, [grace]);
        expect((await end(request)).status).toBe(200);
        expect((await review(grace, request)).status).toBe(409);
        expect((await ask(request, [alan])).status).toBe(409);
        expect((await ada.api.delete(`${request.path}/requested-reviewers/${grace.id}`)).status).toBe(409);
        expect((await asked(request)).count).toBe(1);
      }
    });
  });

  describe('the contributors', () => {
    it('are the users who edited it or wrote comments in it', async () => {
      const request = await prepare();
      await request.as(editor.api).insert('One');
      await request.as(editor.api).insert('Two');
      await editor.api.post(`${request.path}/comments`, { body: { markdown: 'Look.' } });
      await review(grace, request, 'approved', { comment: { markdown: 'Seen.' } });
      const expected = [
        [editor.id, 'comment', 1],
        [editor.id, 'edit', 2],
        [grace.id, 'comment', 1],
      ].sort();
      const told = (items: Json[]) =>
        items.map(({ user, actionType, count }) => [(user as Json).id, actionType, count]);
      const list = async (query = {}): Promise<Json> =>
        (await ada.api.get(`${request.path}/contributors`, { query })).body;
      const all = (await list()).items as Json[];
      expect(told(all)).toEqual(expected);
      expect(all[0]).toMatchObject({ updatedAt: expect.any(String), user: { object: 'user' } });
      const first = await list({ limit: 2 });
      const second = await list({ limit: 2, page: first.next.page });
      expect([...first.items, ...second.items]).toEqual(all);
      const found = await ada.api.get(`${space.path}/change-requests`, { query: { contributor: grace.id } });
      expect(found.body.items.map(({ id }: Json) => id)).toContain(request.id);
    });
  });

  describe('the semantic changes', () => {
    const changesOf = async (path: string, query = {}): Promise<Json> =>
      (await ada.api.get(`${path}/changes`, { query })).body;

    it("of a change request are those against the space's revision that it contains", async () => {
      const written = await TestSpace.create(ada);
      const guide = await written.insert('Guide', 'Old.');
      const inner = await written.insert('Inner', 'Deep.', { into: guide });
      const gone = await written.insert('Gone', 'Bye.', { into: guide });
      const target = await written.insert('Target');
      const request = await TestChangeRequest.create(written);
      expect(await changesOf(request.path)).toEqual({ changes: [] });
      const before = await written.page(guide);
      const created = await request.insert('Created', 'New.', { into: inner });
      await request.change(
        { operation: 'update_page', page: guide, title: 'Handbook', document: { markdown: 'New.' } },
        { operation: 'update_page', page: inner, into: target },
        { operation: 'delete_page', page: gone },
      );
      await written.insert('Elsewhere');
      const after = (await ada.api.get(`${request.path}/content/page/${guide}`)).body;
      const innerPage = { id: inner, type: 'document', title: 'Inner', path: 'target/inner' };
      expect(await changesOf(request.path)).toEqual({
        changes: [
          {
            type: 'page_created',
            page: { id: created, type: 'document', title: 'Created', path: 'target/inner/created' },
          },
          {
            type: 'page_edited',
            page: { id: guide, type: 'document', title: 'Handbook', path: 'guide' },
            attributes: {
              title: { before: 'Guide', after: 'Handbook' },
              document: { before: before.documentId, after: after.documentId },
            },
          },
          {
            type: 'page_moved',
            page: innerPage,
            parent: {
              before: { id: guide, type: 'document', title: 'Guide', path: 'guide' },
              after: { id: target, type: 'document', title: 'Target', path: 'target' },
            },
          },
          { type: 'page_deleted', page: { id: gone, type: 'document', title: 'Gone', path: 'guide/gone' } },
        ],
      });
      const part = await changesOf(request.path, { limit: 1 });
      expect([(part.changes as Json[]).length, part.more]).toEqual([1, 3]);
      await request.bringUpToDate();
      expect((await changesOf(request.path)).changes).toHaveLength(4);
      const merged = await request.merge();
      const ofMerge = await changesOf(`${written.path}/revisions/${merged.body.revision}`, { metadata: false });
      expect(ofMerge.changes).toHaveLength(4);
      expect(ofMerge.mergedFrom).toMatchObject({ object: 'change-request', id: request.id, status: 'merged' });
    });

    it('of a revision include files, reusable content and variables', async () => {
      const written = await TestSpace.create(ada);
      const files = {
        'README.md': '# Home\n\n{% include ".gitbook/includes/note.md" %}\n\n[data](data.csv)\n',
        'data.csv': 'one',
        '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nOld.\n',
        '.gitbook/vars.yaml': 'version: "1.0"\n',
      };
      await importFiles(written, files);
      const changed = async () =>
        (await changesOf(`${written.path}/revisions/${await written.revision()}`)).changes.map(
          ({ type, attributes, variables }) => ({ type, ...(attributes ? { attributes } : {}), variables }),
        );
      expect(await changed()).toEqual([
        { type: 'page_created' },
        { type: 'file_created' },
        { type: 'reusable_content_created' },
        { type: 'variables_edited', variables: { version: { after: '1.0' } } },
      ]);
      const id = expect.stringMatching(/^[\w-]{43}$/);
      const address = expect.stringMatching(/data\.csv$/);
      await importFiles(written, {
        ...files,
        'data.csv': 'two!',
        '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nNew.\n',
        '.gitbook/vars.yaml': 'version: "1.1"\n',
      });
      expect(await changed()).toEqual([
        {
          type: 'file_edited',
          attributes: { downloadURL: { before: address, after: address }, size: { before: 3, after: 4 } },
        },
        { type: 'reusable_content_edited', attributes: { document: { before: id, after: id } } },
        { type: 'variables_edited', variables: { version: { before: '1.0', after: '1.1' } } },
      ]);
      await importFiles(written, { 'README.md': '# Home\n' });
      expect((await changed()).map(({ type }) => type)).toEqual(
        expect.arrayContaining(['page_edited', 'file_deleted']),
      );
    });

    it('report a page with another position among its siblings, but not changes of times alone', async () => {
      const written = await TestSpace.create(ada);
      await written.insert('First');
      const second = await written.insert('Second');
      const request = await TestChangeRequest.create(written);
      await request.update(second, { at: 0 });
      const page = { id: second, type: 'document', title: 'Second', path: 'second' };
      expect((await changesOf(request.path)).changes).toEqual([{ type: 'page_moved', page, parent: {} }]);
    });

    it('are ten by default', async () => {
      const request = await prepare();
      await request.change(
        ...Array.from({ length: 12 }, (_, index) => ({ operation: 'insert_page', title: `Page ${index}` })),
      );
      const told = await changesOf(request.path);
      expect([(told.changes as Json[]).length, told.more]).toEqual([10, 2]);
      const all = await changesOf(request.path, { limit: 100 });
      expect([(all.changes as Json[]).length, all.more]).toEqual([12, undefined]);
      expect((await ada.api.get(`${request.path}/changes`, { query: { limit: 'all' } })).status).toBe(400);
    });

    it('require read access to the space', async () => {
      const request = await prepare();
      const stranger = await server.administrator();
      for (const path of [`${request.path}/changes`, `${space.path}/revisions/${await space.revision()}/changes`]) {
        expect((await stranger.api.get(path)).status).toBe(404);
        expect((await reader.api.get(path)).status).toBe(200);
      }
      expect((await ada.api.get(`${space.path}/revisions/nothing/changes`)).status).toBe(404);
    });
  });

  describe('merge rules', () => {
    it('block the merge of a change request until its reviewers approve', async () => {
      const guarded = await TestSpace.create(ada);
      const rules = [
        { rule: 'require_specific_reviewers', users: [grace.id, alan.id] },
        { rule: 'require_all_reviews_approved' },
      ];
      await ada.api.patch(guarded.path, { mergeRules: { type: 'rules', rules } });
      const request = await TestChangeRequest.create(guarded);
      const refused = async () => {
        const { status, body } = await request.merge();
        return [status, body.error?.message];
      };
      const missing = [412, 'Not all of the required reviewers have approved the change request'];
      expect(await refused()).toEqual(missing);
      await review(grace, request);
      expect(await refused()).toEqual(missing);
      await review(alan, request, 'changes-requested');
      expect(await refused()).toEqual(missing);
      const manager = await server.member(ada.organization, 'create');
      await review(alan, request);
      await review(manager, request, 'changes-requested');
      expect(await refused()).toEqual([412, 'A reviewer has requested changes']);
      await review(manager, request);
      await ask(request, [alan]);
      expect(await refused()).toEqual(missing);
      await review(alan, request);
      expect((await request.merge()).status).toBe(200);
    });

    it('see the reviews that are not outdated, with their revisions', async () => {
      const guarded = await TestSpace.create(ada);
      const request = await TestChangeRequest.create(guarded);
      const rule = async (expression: string) => {
        const mergeRules = { type: 'rules', rules: [{ rule: 'custom', expression }] };
        await ada.api.patch(guarded.path, { mergeRules });
        return (await request.merge()).status;
      };
      await review(grace, request, 'changes-requested');
      await review(alan, request, 'changes-requested');
      await review(grace, request);
      await request.insert('An edit since');
      const [, objection, approval] = await reviews(request);
      expect([objection?.['outdated'], approval?.['outdated']]).toEqual([false, true]);
      const current = 'reviews.some(review => review.revision === changeRequest.revision)';
      expect(await rule(current)).toBe(412);
      expect(await rule(`reviews.length !== 1 || reviews[0].revision !== "${objection?.revision}"`)).toBe(412);
      await review(alan, request);
      expect(await rule(current)).toBe(200);
    });
  });
});
