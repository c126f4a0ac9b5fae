import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('change request content', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  /** A space with a group of two pages, and a page next to it. */
  async function handbook(): Promise<{
    space: TestSpace;
    guides: string;
    first: string;
    second: string;
    about: string;
  }> {
    const space = await TestSpace.create(ada);
    const guides = await space.insert('Guides', undefined, { type: 'group' });
    const first = await space.insert('First', 'The first.', { into: guides });
    const second = await space.insert('Second', 'The second.', { into: guides });
    return { space, guides, first, second, about: await space.insert('About', 'About us.') };
  }

  describe('the content of a change request', () => {
    it('starts as that of its space, and changes without it', async () => {
      const { space, first } = await handbook();
      const request = await TestChangeRequest.create(space);
      const { body } = await ada.api.get(`${space.path}/content`);
      expect((await ada.api.get(`${request.path}/content`)).body).toEqual(body);
      const third = await request.insert('Third', 'Behind [the first](guides/first.md).');
      await request.update(first, { document: { markdown: 'Better.' } });
      expect(await request.paths()).toEqual(['guides', 'guides/first', 'guides/second', 'about', 'third']);
      expect(await space.paths()).toEqual(['guides', 'guides/first', 'guides/second', 'about']);
      expect(await request.markdown(first)).toContain('Better.');
      expect(await space.markdown(first)).toContain('The first.');
      expect(await request.markdown(third)).toContain('(guides/first.md)');
      expect((await ada.api.get(`${space.path}/content/page/${third}`)).status).toBe(404);
      expect((await ada.api.get(`${space.path}/content`)).body).toEqual(body);
    });

    it('is read like that of a space: pages by id and path, files, reusable content', async () => {
      const { space, first } = await handbook();
      await space.file('live.txt', 'live');
      const request = await TestChangeRequest.create(space);
      const base64 = Buffer.from('bytes').toString('base64');
      const outcome = await request.change({
        operation: 'insert_files',
        files: [{ name: 'new.txt', base64, contentType: 'text/plain', ref: 'new' }],
      });
      const [file] = outcome.insertedFiles;
      expect(file).toMatchObject({ object: 'file', name: 'new.txt', size: 5 });
      const read = async (path: string) => (await ada.api.get(`${request.path}/content${path}`)).body;
      expect((await read('/files')).items.map(({ name }) => name)).toEqual(['live.txt', 'new.txt']);
      expect(await read(`/files/${file?.id}`)).toEqual(file);
      expect((await ada.api.get(`${space.path}/content/files/${file?.id}`)).status).toBe(404);
      const page = await read(`/page/${first}`);
      expect(page).toMatchObject({ id: first, path: 'guides/first' });
      expect(await read('/path/guides%2Ffirst')).toEqual(page);
      expect((await read('/path/')).id).toBe(first);
      for (const path of ['/page/none', '/path/none', '/files/none', '/reusable-contents/none']) {
        expect((await ada.api.get(`${request.path}/content${path}`)).status).toBe(404);
      }
    });

    it('responds with 304 until it changes, in every process', async () => {
      const { space, about } = await handbook();
      const request = await TestChangeRequest.create(space);
      const path = `${request.path}/content/page/${about}`;
      const etag = (await ada.api.get(path)).headers.etag ?? '';
      expect((await ada.api.get(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
      await request.update(about, { title: 'Imprint' });
      expect((await ada.api.get(path, { headers: { 'if-none-match': etag } })).body.title).toBe('Imprint');
    });
  });

  describe('a batch of changes to a change request', () => {
    it('responds with the change request, or with compat=false with the outcome for each page', async () => {
      const { space, first, second } = await handbook();
      const request = await TestChangeRequest.create(space);
      const before = await request.read();
      const plain = await ada.api.post(`${request.path}/content`, {
        changes: [{ operation: 'update_page', page: first, title: 'Primary' }],
      });
      expect(plain).toMatchObject({ status: 200, body: { object: 'change-request', id: request.id } });
      expect(plain.body.revision).not.toBe(before.revision);
      const { changes, changeRequest } = await request.change(
        { operation: 'insert_page', title: 'New', ref: 'new' },
        { operation: 'update_page', page: first, title: 'Once' },
        { operation: 'delete_page', page: second },
        { operation: 'update_page', page: first, title: 'Twice' },
      );
      expect(changes).toMatchObject([
        { object: 'created_page', ref: 'new', page: { object: 'page' } },
        { object: 'updated_page', page: { id: first } },
        { object: 'deleted_page', page: second },
      ]);
      expect((await ada.api.get(changes[0]?.page.urls.location ?? '')).body.title).toBe('New');
      const parents = (await ada.api.get(`${request.path}/content`)).body.parents;
      expect([(changeRequest as Json).id, parents]).toEqual([request.id, [plain.body.revision]]);
    });

    it('is applied as a whole or not at all', async () => {
      const { space } = await handbook();
      const request = await TestChangeRequest.create(space);
      const { revision } = await request.read();
      const bad = await request.send([
        { operation: 'insert_page', title: 'Kept?' },
        { operation: 'delete_page', page: 'none' },
      ]);
      expect(bad.status).toBe(404);
      const file = { name: 'a.txt', base64: '' };
      expect((await request.send([{ operation: 'insert_files', files: [file] }])).status).toBe(400);
      expect((await request.read()).revision).toBe(revision);
    });

    it('moves and finds pages by their place in the change request, not in the space', async () => {
      const { space, guides, first, second, about } = await handbook();
      const below = await space.insert('Below', 'Low.', { into: first });
      const request = await TestChangeRequest.create(space);
      await request.update(first, { into: about, slug: 'begin' });
      await request.change({ operation: 'insert_page', title: 'Deep', into: below });
      expect(await request.paths()).toEqual([
        'guides',
        'guides/second',
        'about',
        'about/begin',
        'about/begin/below',
        'about/begin/below/deep',
      ]);
      // Meanwhile the space changes, so the change request is read through the differences between the two.
      await space.update(second, { slug: 'zweite' });
      await space.change({ operation: 'delete_page', page: about });
      await space.insert('Fresh', undefined, { into: guides });
      const linking = await request.insert(
        'Links',
        '[a](about/begin/below.md) [b](guides/second.md) [c](guides/zweite.md)',
      );
      const { document } = (await ada.api.get(`${request.path}/content/page/${linking}`)).body;
      const refs = JSON.stringify(document);
      expect([refs.includes(below), refs.includes(second), refs.includes('guides/zweite.md')]).toEqual([
        true,
        true,
        true,
      ]);
      await request.update(linking, { into: below, document: { markdown: '[up](../begin.md) [deep](deep.md)' } });
      const taken = await request.send([{ operation: 'insert_page', title: 'X', slug: 'second', into: guides }]);
      expect(taken.status).toBe(409);
      expect((await request.send([{ operation: 'insert_page', title: 'Fresh', into: guides, at: 0 }])).status).toBe(
        200,
      );
      expect((await request.send([{ operation: 'update_page', page: about, into: below }])).status).toBe(400);
      expect(await request.paths()).toEqual([
        'guides',
        'guides/fresh',
        'guides/second',
        'about',
        'about/begin',
        'about/begin/below',
        'about/begin/below/deep',
        'about/begin/below/links',
      ]);
      await request.change({ operation: 'delete_page', page: about });
      expect(await request.paths()).toEqual(['guides', 'guides/fresh', 'guides/second']);
    });

    it('finds a file by its address that exists only in the change request', async () => {
      const { space } = await handbook();
      const request = await TestChangeRequest.create(space);
      const files = [{ name: 'a.txt', base64: Buffer.from('a').toString('base64'), contentType: 'text/plain' }];
      const [file] = (await request.change({ operation: 'insert_files', files })).insertedFiles;
      const page = await request.insert('Links', `[the file](${file?.downloadURL})`);
      const { document } = (await ada.api.get(`${request.path}/content/page/${page}`)).body;
      expect(JSON.stringify(document)).toContain(`"file":"${file?.id}"`);
    });

    it("reverts a page to the space's version at the creation of the change request", async () => {
      const { space, first } = await handbook();
      const request = await TestChangeRequest.create(space);
      await request.update(first, { document: { markdown: 'Worse.' }, emoji: '💥' });
      await space.update(first, { document: { markdown: 'Newer.' } });
      await request.change({ operation: 'revert_page', page: first });
      expect(await request.markdown(first)).toContain('The first.');
      await request.change({ operation: 'delete_page', page: first }, { operation: 'revert_page', page: first });
      expect(await request.markdown(first)).toContain('The first.');
    });

    it('is refused when archived, without the role edit, and when If-Match names an earlier version', async () => {
      const { space, first } = await handbook();
      const request = await TestChangeRequest.create(space);
      const change = [{ operation: 'update_page', page: first, title: 'New' }];
      const reviewer = await server.member(ada.organization, 'comment');
      expect((await request.as(reviewer.api).send(change)).status).toBe(403);
      const tags = [
        (await ada.api.get(request.path)).headers.etag ?? '',
        (await ada.api.get(`${request.path}/content`)).headers.etag ?? '',
      ];
      expect((await request.send(change, { headers: { 'if-match': tags[0] ?? '' } })).status).toBe(200);
      for (const tag of tags) {
        expect((await request.send(change, { headers: { 'if-match': tag } })).status).toBe(412);
      }
      const { etag = '' } = (await ada.api.get(`${request.path}/content`)).headers;
      expect((await request.send(change, { headers: { 'if-match': etag } })).status).toBe(200);
      await request.set({ status: 'archived' });
      expect((await request.send(change)).status).toBe(409);
    });

    it('counts its author as a contributor', async () => {
      const { space, first } = await handbook();
      const request = await TestChangeRequest.create(space);
      const bob = await server.member(ada.organization, 'edit');
      await request.as(bob.api).update(first, { title: 'By Bob' });
      const of = async (contributor: string) =>
        (await ada.api.get(`${space.path}/change-requests`, { query: { contributor } })).body.items.map(({ id }) => id);
      expect([await of(bob.id), await of(ada.id)]).toEqual([[request.id], []]);
    });
  });
});
