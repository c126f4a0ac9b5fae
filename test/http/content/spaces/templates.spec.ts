import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';

describe('templates', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let template: TestSpace;
  let guide: string;
  let deeper: string;
  let logo: Json;

  const LIMIT = 12;

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_MAX_PAGES: String(LIMIT) } });
    ada = await server.administrator();
    template = await TestSpace.create(ada);
    logo = await template.file('logo.png', 'a placeholder');
    guide = await template.insert('Guide', 'Plain words.', { description: 'Where to begin' });
    deeper = await template.insert('Deeper', `See [the guide](/pages/${guide}), and a ![logo](/files/${logo.id}).`, {
      into: guide,
    });
    await template.insert('Elsewhere', undefined, { type: 'link', target: { kind: 'page', page: deeper } });
    await mark(template);
  });

  afterAll(() => server.stop());

  const mark = (space: TestSpace, is = true, api = ada.api) => api.patch(space.path, { template: is });
  const apply = (space: TestSpace, id: string, more: object = {}) =>
    space.api.post(`${space.path}/content/template`, { id, ...more });
  const filledWith = (contentRefs: object) => ({ params: { contentRefs } });
  const fileRef = (file: string) => ({ kind: 'file', file });
  const filesOf = async ({ path }: { path: string }): Promise<Json[]> =>
    (await ada.api.get(`${path}/content/files`)).body.items;
  const at = async ({ path }: { path: string }, page: string): Promise<Json> =>
    (await ada.api.get(`${path}/content/path/${encodeURIComponent(page)}`, { query: { format: 'document' } })).body;
  /** The values of this member in the JSON of a page. */
  const named = (page: Json, member: string): string[] =>
    [...JSON.stringify(page).matchAll(new RegExp(`"${member}":"(\\w+)"`, 'g'))].map(([, id = '']) => id);

  describe('a space', () => {
    it('is marked as a template by its administrators, and a copy of it is not one', async () => {
      const space = await TestSpace.create(ada);
      const creator = await server.member(ada.organization, 'create');
      expect((await ada.api.get(space.path)).body.template).toBe(false);
      expect((await mark(space, true, creator.api)).status).toBe(403);
      expect((await mark(space)).body.template).toBe(true);
      const listed = (await ada.api.get(`/v1/orgs/${ada.organization}/spaces`, { query: { limit: 1000 } })).body.items;
      expect((listed as Json[]).find(({ id }) => id === space.id)?.template).toBe(true);
      expect((await ada.api.post(`${space.path}/duplicate`)).body.template).toBe(false);
      expect((await mark(space, false)).body.template).toBe(false);
    });
  });

  describe('applying a template', () => {
    it('adds its pages and files after existing ones, with references among them', async () => {
      const space = await TestSpace.create(ada);
      const own = await space.insert('Own', 'Words.');
      const { status, text, headers } = await apply(space, template.id);
      expect([status, text]).toEqual([201, '']);
      expect(headers.location).toBe(`http://quire.test${space.path}/revisions/${await space.revision()}`);
      expect(await space.paths()).toEqual(['own', 'guide', 'guide/deeper', '(Elsewhere)']);
      const [begin, below, file] = [
        await at(space, 'guide'),
        await at(space, 'guide/deeper'),
        (await filesOf(space))[0] as Json,
      ];
      expect([begin.id, below.id, file.id].filter((id) => [guide, deeper, logo.id, own].includes(id))).toEqual([]);
      expect(begin.description).toBe('Where to begin');
      expect([named(below.document, 'page'), named(below.document, 'file')]).toEqual([[begin.id], [file.id]]);
      expect((await space.pages())[2]?.target).toEqual({ kind: 'page', page: below.id });
      expect((await ada.api.get(file.downloadURL.replace('http://quire.test', ''))).text).toBe('a placeholder');
      expect((await at(template, 'guide/deeper')).id).toBe(deeper);
    });

    it('keeps documents without references to the template under their hash', async () => {
      const space = await TestSpace.create(ada);
      await apply(space, template.id);
      const documents = async () =>
        (
          await server.rows<{ hash: string }>(
            `select encode(document, 'hex') as hash from content.live_page where space_id = $1 and slug = 'guide'`,
            [space.id],
          )
        ).map(({ hash }) => hash);
      const [hash] = await documents();
      const shown = await server.rows(
        `select 1 from content.live_page where space_id = $1 and document = decode($2, 'hex')`,
        [template.id, hash],
      );
      expect(shown).toHaveLength(1);
    });

    it('replaces the first page of a space that was never edited', async () => {
      const fresh = await TestSpace.create(ada, {});
      await apply(fresh, template.id);
      expect(await fresh.paths()).toEqual(['guide', 'guide/deeper', '(Elsewhere)']);
      const touched = await TestSpace.create(ada, {});
      await touched.update((await touched.pages())[0]?.id ?? '', { document: { markdown: 'Words.' } });
      await apply(touched, template.id);
      expect(await touched.paths()).toEqual(['page', 'guide', 'guide/deeper', '(Elsewhere)']);
    });

    it('adds another copy when it is applied again, with its own slugs', async () => {
      const space = await TestSpace.create(ada);
      await apply(space, template.id);
      await apply(space, template.id);
      const copy = ['guide', 'guide/deeper', '(Elsewhere)'];
      expect(await space.paths()).toEqual([...copy, 'guide-1', 'guide-1/deeper', '(Elsewhere)']);
      const [first, second] = [await at(space, 'guide'), await at(space, 'guide-1')];
      expect(named((await at(space, 'guide/deeper')).document, 'page')).toEqual([first.id]);
      expect(named((await at(space, 'guide-1/deeper')).document, 'page')).toEqual([second.id]);
    });

    it('adds reusable content and variables, but keeps existing variables', async () => {
      const source = await TestSpace.create(ada);
      await importFiles(source, {
        'README.md': '# Home\n\n{% include ".gitbook/includes/note.md" %}\n',
        '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nSee [home](../../README.md).\n',
        '.gitbook/vars.yaml': 'product: Quire\nplan: free\n',
      });
      await mark(source);
      const space = await TestSpace.create(ada);
      await importFiles(space, { '.gitbook/vars.yaml': 'plan: paid\n', 'README.md': '# Own\n' });
      expect((await apply(space, source.id)).status).toBe(201);
      const revision = (await ada.api.get(`${space.path}/content`)).body;
      const [note] = revision.reusableContents as Json[];
      expect(revision.variables).toEqual({ product: 'Quire', plan: 'paid' });
      const [, home] = await space.pages();
      const page = (await ada.api.get(`${space.path}/content/page/${home?.id}`, { query: { format: 'document' } }))
        .body;
      expect(named(page.document, 'reusableContent')).toEqual([note?.id]);
      const body = await ada.api.get(
        `${space.path}/revisions/${await space.revision()}/reusable-contents/${note?.id}/document`,
      );
      expect(named(body.body, 'page')).toEqual([home?.id]);
    });

    it('creates no revision for an empty template', async () => {
      const empty = await TestSpace.create(ada);
      await mark(empty);
      const space = await TestSpace.create(ada, {});
      const before = await space.revision();
      expect((await apply(space, empty.id)).status).toBe(201);
      expect([await space.revision(), await space.paths()]).toEqual([before, ['page']]);
    });

    it('records an event as an edit does, and is found by search', async () => {
      const space = await TestSpace.create(ada);
      await apply(space, template.id);
      await server.runJobs();
      const found = await ada.api.get(`${space.path}/search`, { query: { query: 'plain' } });
      expect(found.body.items).toHaveLength(1);
      const events = await server.rows<{ revision: string }>(
        `select payload->>'revision' as revision from public.event
         where name = 'content.space-content-updated' and payload->>'space' = $1`,
        [space.id],
      );
      expect(events).toContainEqual({ revision: await space.revision() });
    });
  });

  describe('contentRefs', () => {
    it('replace files of the template by files of the space with the same names', async () => {
      const space = await TestSpace.create(ada);
      const own = await space.file('ours.png', 'our logo');
      expect((await apply(space, template.id, filledWith({ 'logo.png': fileRef(own.id) }))).status).toBe(201);
      expect(named((await at(space, 'guide/deeper')).document, 'file')).toEqual([own.id]);
      expect((await filesOf(space)).map(({ id }) => id)).toEqual([own.id]);
    });

    it('are refused for names that the template lacks, and for anything but files of the space', async () => {
      const space = await TestSpace.create(ada);
      const own = await space.file('ours.png', 'our logo');
      const before = await space.revision();
      for (const [refs, message] of [
        [{ 'icon.png': fileRef(own.id) }, 'the template has no file with the name "icon.png"'],
        [{ 'logo.png': fileRef('nobody') }, 'the space has no file nobody'],
        [{ 'logo.png': fileRef(logo.id) }, `the space has no file ${logo.id}`],
        [{ 'logo.png': { ...fileRef(logo.id), space: template.id } }, 'takes a file of the space'],
        [{ 'logo.png': { kind: 'page', page: guide } }, 'takes a file of the space'],
        [{ 'logo.png': { kind: 'nothing' } }, 'kind'],
        [{ 'logo.png': null }, ''],
        [{ 'logo.png': own.id }, ''],
        [{ 'logo.png': [fileRef(own.id)] }, ''],
        [[fileRef(own.id)], ''],
      ] as const) {
        const { status, body } = await apply(space, template.id, filledWith(refs));
        expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
      }
      expect(await space.revision()).toBe(before);
    });
  });

  describe('in a change request', () => {
    it('a template is added to its content, and to the space with the merge', async () => {
      const space = await TestSpace.create(ada);
      await space.insert('Own', 'Words.');
      const request = await TestChangeRequest.create(space);
      const { insertedFiles } = await request.change({
        operation: 'insert_files',
        files: [{ name: 'ours.png', contentType: 'image/png', base64: 'b3Vycw==' }],
      });
      const [picture] = insertedFiles as Json[];
      const filled = filledWith({ 'logo.png': fileRef(picture?.id ?? '') });
      const { status, headers } = await apply(space, template.id, { changeRequestId: request.id, ...filled });
      const { revision } = await request.read();
      expect([status, headers.location]).toEqual([201, `http://quire.test${space.path}/revisions/${revision}`]);
      const all = ['own', 'guide', 'guide/deeper', '(Elsewhere)'];
      expect([await request.paths(), await space.paths()]).toEqual([all, ['own']]);
      expect((await ada.api.get(`${request.path}/contributors`)).body.items).toHaveLength(1);
      await request.merge();
      expect(await space.paths()).toEqual(all);
      expect(named((await at(space, 'guide/deeper')).document, 'file')).toEqual([picture?.id]);
    });

    it('a template can be its initial content', async () => {
      const space = await TestSpace.create(ada, {});
      const { status, body } = await ada.api.post(`${space.path}/change-requests`, {
        subject: 'Begin',
        template: { id: template.id },
      });
      expect([status, body.status, body.revision === body.revisionInitial]).toEqual([201, 'draft', false]);
      const pages = (await ada.api.get(`${space.path}/change-requests/${body.id}/content/pages`)).body.pages;
      expect((pages as Json[]).map(({ title }) => title)).toEqual(['Guide', 'Elsewhere']);
      expect(await space.paths()).toEqual(['page']);
    });

    it('is refused when it is archived, merged or unknown', async () => {
      const space = await TestSpace.create(ada);
      const request = await TestChangeRequest.create(space);
      const status = async (changeRequestId: string) => (await apply(space, template.id, { changeRequestId })).status;
      await request.set({ status: 'archived' });
      expect(await status(request.id)).toBe(409);
      await request.set({ status: 'draft' });
      await request.merge();
      expect([await status(request.id), await status('nobody')]).toEqual([409, 404]);
    });
  });

  describe('creating a space with a template', () => {
    const create = (body: object) => ada.api.post(`/v1/orgs/${ada.organization}/spaces`, body);

    it("starts with a copy of the template's content", async () => {
      const { status, body } = await create({ title: 'New', template: { id: template.id } });
      expect([status, body.template]).toEqual([201, false]);
      expect(await TestSpace.at(ada.api, body.id).paths()).toEqual(['guide', 'guide/deeper', '(Elsewhere)']);
    });

    it('copies nothing for a caller who may not create spaces', async () => {
      const editor = await server.member(ada.organization, 'edit');
      const stranger = await server.user();
      const answers = await Promise.all(
        [editor, stranger].map(({ api }) =>
          api.post(`/v1/orgs/${ada.organization}/spaces`, { template: { id: template.id } }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([403, 404]);
      expect(answers[1]?.body.error.message).toBe('Organization not found');
    });

    it('creates no space where the template is unknown, or the space is to be empty as well', async () => {
      const count = async () =>
        (await ada.api.get(`/v1/orgs/${ada.organization}/spaces`, { query: { limit: 1000 } })).body.count;
      const before = await count();
      expect((await create({ template: { id: 'nobody' } })).status).toBe(404);
      expect((await create({ template: { id: template.id }, empty: true })).status).toBe(400);
      expect((await create({ template: {} })).status).toBe(400);
      expect(await count()).toBe(before);
    });
  });

  describe('authorization', () => {
    it('to use a template requires read access, in its organization; for others it does not exist', async () => {
      const space = await TestSpace.create(ada);
      const hidden = await TestSpace.create(ada);
      await mark(hidden);
      await ada.api.patch(hidden.path, { defaultLevel: null });
      const editor = await server.member(ada.organization, 'edit');
      const as = (user: TestUser) => space.as(user.api);
      expect((await apply(as(editor), template.id)).status).toBe(201);
      const stranger = await server.administrator();
      const plain = await TestSpace.create(ada);
      const deleted = await TestSpace.create(ada);
      await mark(deleted);
      await ada.api.delete(deleted.path);
      const foreign = await TestSpace.create(stranger);
      await mark(foreign, true, stranger.api);
      for (const [target, id] of [
        [as(editor), hidden.id],
        [space, plain.id],
        [space, deleted.id],
        [space, foreign.id],
        [foreign, template.id],
      ] as const) {
        const { status, body } = await apply(target, id);
        expect([status, body.error.message]).toEqual([404, 'Template not found']);
      }
      expect((await apply(as(stranger), template.id)).body.error.message).toBe('Space not found');
      expect((await apply(as(await server.member(ada.organization, 'comment')), template.id)).status).toBe(403);
    });

    it('refuses a template in a locked space, but not in its change requests', async () => {
      const space = await TestSpace.create(ada, { empty: true, editMode: 'locked' });
      expect((await apply(space, template.id)).status).toBe(409);
      const request = await TestChangeRequest.create(space);
      expect((await apply(space, template.id, { changeRequestId: request.id })).status).toBe(201);
    });
  });

  describe('the page limit of a space', () => {
    it('holds for templates, in the space and in a change request', async () => {
      const space = await TestSpace.create(ada);
      for (let left = LIMIT - 3; left > 0; left--) await space.insert(`Page ${left}`);
      expect((await apply(space, template.id)).status).toBe(201);
      const { status, body } = await apply(space, template.id);
      expect([status, body.error.message]).toEqual([400, `A space holds at most ${LIMIT} pages`]);
      const request = await TestChangeRequest.create(space);
      expect((await apply(space, template.id, { changeRequestId: request.id })).status).toBe(400);
      expect(await space.paths()).toHaveLength(LIMIT);
    });
  });

  it('applied several times at once is added each time, with distinct slugs', async () => {
    const space = await TestSpace.create(ada);
    const answers = await Promise.all([1, 2, 3, 4].map(() => apply(space, template.id)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const paths = (await space.paths()).filter((path) => !path.includes('/') && !path.startsWith('('));
    expect(paths.sort()).toEqual(['guide', 'guide-1', 'guide-2', 'guide-3']);
  });
});
