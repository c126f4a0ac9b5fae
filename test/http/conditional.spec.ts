import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('conditional', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;
  let page: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    space = await TestSpace.create(ada);
    page = await space.insert('Page', 'Text.');
    await space.file('a.txt', 'bytes');
  });

  afterAll(() => server.stop());

  const read = (path: string, etag?: string) =>
    ada.api.get(path, etag === undefined ? {} : { headers: { 'if-none-match': etag } });

  describe('a conditional read', () => {
    const READS: [string, () => Promise<string>][] = [
      ['the caller', async () => '/v1/user'],
      ['the organizations', async () => '/v1/orgs'],
      ['an organization', async () => `/v1/orgs/${ada.organization}`],
      ['a space', async () => space.path],
      ['the current revision', async () => `${space.path}/content`],
      ['the page tree', async () => `${space.path}/content/pages`],
      ['the files', async () => `${space.path}/content/files`],
      ['a page', async () => `${space.path}/content/page/${page}`],
      ['a page as Markdown', async () => `${space.path}/content/page/${page}?format=markdown`],
      ['a page by path', async () => `${space.path}/content/path/page`],
      ['a document', async () => `${space.path}/documents/${(await space.page(page)).documentId}`],
      ['a revision', async () => `${space.path}/revisions/${await space.revision()}`],
      ['a page of a revision', async () => `${space.path}/revisions/${await space.revision()}/page/${page}`],
    ];

    it.each(READS)('of %s costs no body while it holds', async (_what, pathOf) => {
      const path = await pathOf();
      const first = await read(path);
      expect(first.status).toBe(200);
      const { etag } = first.headers;
      expect(etag).toMatch(/^"[^"]+"$/);
      expect(first.headers['cache-control']).toBe('private, no-cache');
      for (const header of [etag ?? '', `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await read(path, header);
        expect([header, again.status, again.text]).toEqual([header, 304, '']);
        expect(again.headers.etag).toBe(etag);
      }
      expect((await read(path, '"other"')).text).toBe(first.text);
    });

    it('gives the new version after a change', async () => {
      const own = await TestSpace.create(ada);
      const id = await own.insert('Page', 'Old.');
      const paths = [own.path, `${own.path}/content/pages`, `${own.path}/content/page/${id}?format=markdown`];
      const tags = await Promise.all(paths.map(async (path) => (await read(path)).headers.etag));
      for (const [index, path] of paths.entries()) expect((await read(path, tags[index])).status).toBe(304);
      await own.update(id, { document: { markdown: 'New.' } });
      for (const [index, path] of paths.entries()) expect((await read(path, tags[index])).status).toBe(200);
    });

    it('reveals no records of others', async () => {
      const stranger = await server.administrator();
      const headers = { 'if-none-match': '*' };
      expect((await stranger.api.get(space.path, { headers })).status).toBe(404);
      expect((await stranger.api.get(`${space.path}/content/page/${page}`, { headers })).status).toBe(404);
      expect((await ada.api.get(`${space.path}/content/page/nothing`, { headers })).status).toBe(404);
      const { etag = '' } = (await read(`${space.path}/content/pages`)).headers;
      const theirs = await stranger.api.get(`${space.path}/content/pages`, { headers: { 'if-none-match': etag } });
      expect(theirs.status).toBe(404);
    });

    it('reveals no deleted record', async () => {
      const own = await TestSpace.create(ada);
      const path = `${own.path}/content/pages`;
      const { etag } = (await read(path)).headers;
      expect((await read(path, etag)).status).toBe(304);
      expect((await ada.api.delete(own.path)).status).toBe(204);
      expect((await read(path, etag)).status).toBe(404);
    });

    it('does not mix up the forms of one page', async () => {
      const path = `${space.path}/content/page/${page}`;
      const tags = [
        await read(path),
        await read(`${path}?format=markdown`),
        await read(`${path}?format=markdown&format.markdown.refs=stable`),
        await read(`${path}?metadata=false`),
      ].map(({ headers }) => headers.etag);
      expect(new Set(tags).size).toBe(4);
    });
  });

  describe('a write with If-Match', () => {
    it('is taken while the space is as it was read, refused with 412 after', async () => {
      const own = await TestSpace.create(ada);
      const etag = (await read(own.path)).headers.etag ?? '';
      const headers = { 'if-match': etag };
      expect((await ada.api.patch(own.path, { title: 'One' }, { headers })).status).toBe(200);
      const stale = await ada.api.patch(own.path, { title: 'Two' }, { headers });
      expect(stale.status).toBe(412);
      expect(stale.body.error.message).toMatch(/If-Match/);
      expect((await ada.api.delete(own.path, { headers })).status).toBe(412);
      expect((await read(own.path)).body.title).toBe('One');
      expect((await ada.api.patch(own.path, { title: 'Three' }, { headers: { 'if-match': '*' } })).status).toBe(200);
      const fresh = (await read(own.path)).headers.etag ?? '';
      expect((await ada.api.delete(own.path, { headers: { 'if-match': fresh } })).status).toBe(204);
    });

    it('is taken while the content is as it was read, refused with 412 after', async () => {
      const own = await TestSpace.create(ada);
      const changes = [{ operation: 'insert_page', title: 'Page' }];
      for (const path of [`${own.path}/content`, `${own.path}/content/pages`]) {
        const headers = { 'if-match': (await read(path)).headers.etag ?? '' };
        expect((await own.send(changes, { headers })).status).toBe(200);
        expect((await own.send(changes, { headers })).status).toBe(412);
      }
      expect(await own.paths()).toEqual(['page', 'page-1']);
      for (const [tag, status] of [
        ['garbage', 400],
        ['', 400],
        ['""', 412],
        ['"x"', 412],
      ] as const) {
        const answer = await own.send(changes, { headers: { 'if-match': tag } });
        expect([tag, answer.status]).toEqual([tag, status]);
      }
    });

    it('shows what is current, however often it was read before', async () => {
      const own = await TestSpace.create(ada);
      const target = await own.insert('Target', 'Text.');
      const id = await own.insert('Page', `See [it](/pages/${target}).`);
      const path = `${own.path}/content/page/${id}?format=markdown`;
      const seen = async () => JSON.parse((await read(path)).text) as { title: string; markdown: string };
      for (const title of ['First', 'Second', 'Third']) {
        await own.update(id, { title });
        expect([(await seen()).title, (await seen()).title]).toEqual([title, title]);
      }
      const before = (await seen()).markdown;
      await own.update(target, { slug: 'elsewhere' });
      expect((await seen()).markdown).not.toBe(before);
      expect((await seen()).markdown).toContain('elsewhere');
      const stranger = await server.administrator();
      expect((await stranger.api.get(path)).status).toBe(404);
      expect((await ada.api.delete(own.path)).status).toBe(204);
      expect((await read(path)).status).toBe(404);
    });
  });
});
