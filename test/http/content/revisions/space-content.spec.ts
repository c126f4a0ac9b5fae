import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { listen, stopServers } from '../../../domain/outbound/servers.js';

describe('space content', () => {
  const MARKDOWN = `Some **bold**, *italic* and \`code\`.

## A list

* one
* two

{% hint style="info" %}
Mind this.
{% endhint %}

| Name | Value |
| ---- | ----- |
| a    | 1     |

\`\`\`js
const a = 1;
\`\`\`
`;

  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;
  let guide: string;
  let first: string;

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_OUTBOUND_ALLOW: '127.0.0.1/32' } });
    ada = await server.administrator();
    space = await TestSpace.create(ada);
    guide = await space.insert('Guide', MARKDOWN);
    first = await space.insert('First steps', 'Read the [guide](../guide.md#a-list).', { into: guide });
  });

  afterAll(() => server.stop());

  const get = (path: string, query: Record<string, string> = {}) => ada.api.get(`${space.path}/${path}`, { query });

  describe('a page', () => {
    it('is read by its id as a block tree by default', async () => {
      const { body } = await get(`content/page/${guide}`);
      expect(body).toMatchObject({ id: guide, type: 'document', kind: 'sheet', title: 'Guide', path: 'guide' });
      expect(body.document.object).toBe('document');
      expect(body).not.toHaveProperty('markdown');
      expect(body.pages.map(({ path }) => path)).toEqual(['guide/first-steps']);
      expect(body.pages[0]).not.toHaveProperty('document');
      expect(await get(`content/page/${guide}`, { format: 'document' })).toMatchObject({ body });
    });

    it('returns Markdown as it was written', async () => {
      const { body } = await get(`content/page/${guide}`, { format: 'markdown' });
      expect(body).not.toHaveProperty('document');
      const written = await TestSpace.create(ada);
      const copy = await written.insert('Copy', body.markdown);
      expect(await written.markdown(copy)).toBe(body.markdown);
      for (const part of ['# Guide', 'Some **bold**', '{% hint style="info" %}', 'const a = 1;', '## A list']) {
        expect(body.markdown).toContain(part);
      }
    });

    it('is found by its path, sent as one segment', async () => {
      const byId = await get(`content/page/${first}`);
      expect(byId.body.title).toBe('First steps');
      for (const path of ['guide%2Ffirst-steps', '%2Fguide%2Ffirst-steps%2F']) {
        expect((await get(`content/path/${path}`)).body).toEqual(byId.body);
      }
      expect((await get('content/path/guide/first-steps')).status).toBe(404);
      expect((await get('content/path/guide%2Fsecond')).status).toBe(404);
    });

    it('at the empty path is the first document', async () => {
      expect((await get('content/path/')).body.id).toBe(guide);
    });

    it('has its block tree under its documentId, in its own space only', async () => {
      const page = await space.page(guide);
      const { body } = await get(`documents/${page.documentId}`);
      expect(body).toEqual(page.document);
      const other = await TestSpace.create(ada);
      expect((await ada.api.get(`${other.path}/documents/${page.documentId}`)).status).toBe(404);
      for (const id of ['x', 'a'.repeat(43), 'ä'.repeat(43)]) {
        expect([id, (await get(`documents/${encodeURIComponent(id)}`)).status]).toEqual([id, 404]);
      }
    });

    it('has a body only if it is a document', async () => {
      const own = await TestSpace.create(ada);
      const target = { kind: 'url', url: 'https://example.com/' };
      const pages = [
        await own.insert('Group', undefined, { type: 'group' }),
        await own.insert('Out', undefined, { type: 'link', target }),
      ];
      const bodies = async (id: string, format: string) => {
        const { body } = await ada.api.get(`${own.path}/content/page/${id}`, { query: { format } });
        return ['markdown', 'document'].filter((member) => member in body);
      };
      for (const id of pages) {
        for (const format of ['markdown', 'document']) expect(await bodies(id, format)).toEqual([]);
      }
      const empty = await own.insert('Empty');
      expect(await bodies(empty, 'markdown')).toEqual(['markdown']);
    });

    it('is refused in an unknown format', async () => {
      const { status, body } = await get(`content/page/${guide}`, { format: 'pdf' });
      expect(status).toBe(400);
      expect(body.error.message).toMatch(/format must be one of/);
    });
  });

  describe('links between pages', () => {
    it('follow their target pages, in both directions', async () => {
      const own = await TestSpace.create(ada);
      const outcome = await own.change(
        {
          operation: 'insert_page',
          ref: 'a',
          title: 'A',
          document: { markdown: 'To [b](./b.md#part) and [out](https://example.com/).' },
        },
        { operation: 'insert_page', ref: 'b', title: 'B', document: { markdown: '## Part\n\nBack to [a](./a.md).' } },
      );
      const [a = '', b = ''] = (outcome.changes as Json[]).map(({ page }) => page.id as string);
      expect(await own.markdown(a)).toContain('[b](b.md#part)');
      expect(await own.markdown(b)).toContain('[a](a.md)');
      const home = await own.insert('Home');
      await own.update(b, { into: home, slug: 'moved' });
      expect(await own.markdown(a)).toContain('[b](home/moved.md#part)');
      expect(await own.markdown(b)).toContain('[a](../a.md)');
      const stable = await ada.api.get(`${own.path}/content/page/${a}`, {
        query: { format: 'markdown', 'format.markdown.refs': 'stable' },
      });
      expect(stable.body.markdown).toContain(`(/pages/${b}#part)`);
      expect(JSON.stringify((await own.page(a)).document)).toContain(`"page":"${b}"`);
    });

    it('alone in a paragraph have the end of the address as their text, which renderers get without text', async () => {
      const own = await TestSpace.create(ada);
      const there = await own.insert('There');
      const page = await own.insert('Here', `{% content-ref url="/pages/${there}" %}\nThere\n{% endcontent-ref %}`);
      expect(await own.markdown(page)).toContain('[there.md](there.md)');
      const query = { format: 'markdown', 'format.markdown.refs': 'stable' };
      const { body } = await ada.api.get(`${own.path}/content/page/${page}`, { query });
      expect(body.markdown).toContain(`[${there}](/pages/${there})`);
    });

    it('can be written as paths, ids and file names', async () => {
      const own = await TestSpace.create(ada);
      const a = await own.insert('A');
      const nested = await own.insert('Nested', undefined, { into: a });
      const file = await own.file('notes.txt', 'notes');
      const page = await own.insert(
        'Links',
        `[1](/pages/${nested}) [2](a/nested.md) [3](a/README.md) [4](/files/${file.id}) [5](missing.md)`,
      );
      const { document } = await own.page(page);
      const text = JSON.stringify(document);
      expect(text.split(`"page":"${nested}"`).length - 1).toBe(2);
      expect(text).toContain(`"page":"${a}"`);
      expect(text).toContain(`"file":"${file.id}"`);
      expect(await own.markdown(page)).toContain(file.downloadURL);
    });
  });

  describe('the tree and the revision', () => {
    it('contain all pages in order, without bodies', async () => {
      const { body } = await get('content/pages');
      expect(body.pages.map(({ id }) => id)).toEqual([guide]);
      expect(body.pages[0]?.pages.map(({ id }) => id)).toEqual([first]);
      const revision = (await get('content')).body;
      expect(revision).toMatchObject({ object: 'revision', id: await space.revision() });
      expect(revision.pages).toEqual(body.pages);
    });

    it('accept the flags that clients send, and ignore unknown ones', async () => {
      const plain = (await get('content/pages')).body;
      expect((await get('content/pages', { metadata: 'false', computed: 'false', colour: 'red' })).body).toEqual(plain);
      expect((await get('content/pages', { metadata: 'maybe' })).status).toBe(400);
    });

    it('require the role read', async () => {
      const reader = await server.member(ada.organization, 'read');
      for (const path of ['', '/content', '/content/pages', `/content/page/${guide}`, '/content/files']) {
        expect((await reader.api.get(`${space.path}${path}`)).status).toBe(200);
      }
      const guest = await server.member(ada.organization, null);
      expect((await guest.api.get(`${space.path}/content`)).status).toBe(404);
    });
  });

  describe('missing content', () => {
    it.each([
      'content/page/nothing',
      'content/files/nothing',
      'content/path/nothing',
      'documents/nothing',
      'revisions/nothing',
      'revisions/nothing/pages',
      'revisions/nothing/files',
      'revisions/nothing/page/nothing',
    ])('%s responds with 404', async (path) => {
      expect((await get(path)).status).toBe(404);
    });
  });

  describe('an embedded address', () => {
    const asked: string[] = [];
    let site: string;

    beforeAll(async () => {
      site = await listen(({ url = '' }, response) => {
        asked.push(url);
        if (url === '/gone') response.writeHead(404).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>At ${url}</title>`);
      });
    });

    afterAll(stopServers);

    const embed = (url: string, api = ada.api) => api.get(`${space.path}/embed`, { query: { url } });

    it('is returned with its title to readers of the space', async () => {
      const reader = await server.member(ada.organization, 'read');
      const { status, body } = await embed(`${site}/seen`, reader.api);
      expect([status, body]).toEqual([200, { type: 'link', title: 'At /seen', site: '127.0.0.1' }]);
    });

    it('is not looked up for other callers', async () => {
      const guest = await server.member(ada.organization, null);
      expect((await embed(`${site}/unseen`, guest.api)).status).toBe(404);
      expect(asked).not.toContain('/unseen');
    });

    it('responds with 404 without a preview, and is refused where it is no web address', async () => {
      expect((await embed(`${site}/gone`)).status).toBe(404);
      expect((await embed('http://169.254.169.254/')).status).toBe(404);
      for (const url of ['', 'example', 'javascript:alert(1)', 'ftp://example.com/', `${site}/${'a'.repeat(2048)}`]) {
        expect((await embed(url)).status).toBe(400);
      }
    });
  });
});
