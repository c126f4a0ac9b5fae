import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { rawZip } from './raw-zip.js';
import { DOCS, idAt, importFiles, PIXEL, upload, zipOf } from './transfer-fixture.js';

describe('import', () => {
  let server: TestServer;
  let user: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    user = await server.administrator();
  });

  afterAll(async () => {
    await server.stop();
  });

  const space = (): Promise<TestSpace> => TestSpace.create(user);

  async function documentOf(target: TestSpace, path: string): Promise<Json> {
    const id = await idAt(target, path);
    return (await target.api.get(`${target.path}/content/page/${id}`, { query: { format: 'document' } })).body.document;
  }

  /** The values of a member anywhere in a document, such as block keys and references. */
  function gather(value: unknown, member: string): unknown[] {
    if (value === null || typeof value !== 'object') return [];
    return Object.entries(value).flatMap(([name, inner]) => [
      ...(name === member ? [inner as unknown] : []),
      ...gather(inner, member),
    ]);
  }

  describe('the first import of an archive', () => {
    let docs: TestSpace;
    let report: Json;

    beforeAll(async () => {
      docs = await space();
      report = await importFiles(docs, DOCS);
    });

    it('makes the tree that the table of contents tells', async () => {
      expect(await docs.paths()).toEqual(['readme', 'guides', 'guides/first', 'guides/first/deeper', '(Elsewhere)']);
    });

    it('gives pages their titles and the fields of their frontmatter', async () => {
      const page = await docs.page(await idAt(docs, 'guides/first'));
      expect(page).toMatchObject({ title: 'First guide', description: 'How it begins', icon: 'rocket' });
      expect(page.git.path).toBe('guides/first.md');
      expect((await docs.page(await idAt(docs, 'guides/first/deeper'))).linkTitle).toBe('Deep');
    });

    it('keeps an invalid condition, which hides the page, with a warning', async () => {
      const target = await space();
      const { unresolved } = await importFiles(target, {
        'README.md': '---\nif: visitor.claims.plan ===\n---\n\n# Home\n',
        'open.md': '---\nif: visitor.claims.plan === "paid"\n---\n\n# Open\n',
      });
      expect(unresolved).toEqual([
        { path: 'README.md', code: 'bad-condition', message: expect.stringMatching(/line 1, column 24/) },
      ]);
      expect((await target.pages()).map(({ condition }) => condition as string)).toEqual([
        'visitor.claims.plan ===',
        'visitor.claims.plan === "paid"',
      ]);
    });

    it('turns links between files into references to pages, and images into references to files', async () => {
      const first = await idAt(docs, 'guides/first');
      const { files } = (await docs.api.get(`${docs.path}/content`)).body;
      const file = (name: string): string => (files as Json[]).find((each) => each.name === name)?.id ?? 'none';
      expect(gather(await documentOf(docs, 'readme'), 'ref')).toEqual([
        { kind: 'anchor', anchor: 'steps', page: first },
        { kind: 'url', url: 'gone.md' },
        { kind: 'file', file: file('pixel.png') },
      ]);
      expect(gather(await documentOf(docs, 'guides/first'), 'ref')).toEqual([
        { kind: 'page', page: await idAt(docs, 'guides/first/deeper') },
        { kind: 'file', file: file('data.csv') },
        { kind: 'reusable-content', reusableContent: expect.any(String) },
      ]);
    });

    it('leaves out pictures whose files are missing, with a warning, until they are there', async () => {
      const target = await space();
      const files = {
        'README.md': '---\ncover: gone.png\n---\n\n# Home\n\n![The house](img/house.png)\n\nA ![key](key.png) to it.\n',
        'key.png': PIXEL,
      };
      const { unresolved } = await importFiles(target, files);
      expect(
        (unresolved as Json[]).filter(({ code }) => code === 'missing-target').map(({ message }) => message),
      ).toEqual(['The image "gone.png" leads to nothing.', 'The image "img/house.png" leads to nothing.']);
      const home = await idAt(target, 'readme');
      expect(await target.markdown(home)).toMatch(/^# Home\n\nThe house\n\nA !\[key\]\(\S+\) to it\.\n$/);
      expect((await target.page(home)).cover).toBeUndefined();
      await importFiles(target, { ...files, 'img/house.png': PIXEL });
      expect(await target.markdown(home)).toMatch(/^# Home\n\n!\[The house\]\(\S+\)\n/);
    });

    it('takes assets and the files that pages refer to, and leaves the rest', async () => {
      const { files } = (await docs.api.get(`${docs.path}/content`)).body;
      expect((files as Json[]).map(({ name, size }) => [name, size]).sort()).toEqual([
        ['data.csv', 8],
        ['pixel.png', PIXEL.length],
      ]);
    });

    it('takes reusable contents and variables', async () => {
      const { reusableContents, variables } = (await docs.api.get(`${docs.path}/content`)).body;
      expect((reusableContents as Json[]).map(({ title }) => title)).toEqual(['A note']);
      expect(variables).toEqual({ product: 'Rocket' });
    });

    it('takes Markdown that others include as reusable contents, wherever it is, and finds it again', async () => {
      const target = await space();
      const files = {
        'SUMMARY.md': '* [Home](README.md)\n* [Guide](guides/a.md)\n',
        'README.md': '# Home\n\n{% include "/parts/note.md" %}\n',
        'guides/a.md': '# Guide\n\n{% include "../parts/note.md" %}\n\n{% include "b.md" %}\n',
        'parts/note.md': 'A note.\n\n{% include "deep/er.md" %}\n',
        'parts/deep/er.md': 'Deeper.\n',
        'parts/unused.md': 'Unused.\n',
      };
      const { revision, unresolved } = await importFiles(target, files);
      expect((unresolved as Json[]).map(({ path, code }) => [path, code])).toEqual([
        ['parts/unused.md', 'not-in-summary'],
        ['guides/a.md', 'missing-target'],
      ]);
      const { reusableContents } = (await target.api.get(`${target.path}/content`)).body;
      const titles = (reusableContents as Json[]).map(({ id, title }) => [title, id] as [string, string]);
      expect(titles.map(([title]) => title).sort()).toEqual(['Er', 'Note']);
      const { Note: note } = Object.fromEntries(titles);
      for (const path of ['readme', 'a'])
        expect(gather(await documentOf(target, path), 'reusableContent')[0]).toBe(note);
      expect(await importFiles(target, files)).toMatchObject({ revision, unresolved });
    });

    it('takes tags into the revision, with which edits and merges keep them', async () => {
      const target = await space();
      const tags = (list: string) => ({ ...DOCS, '.gitbook/tags.yaml': list });
      const tagsOf = async (): Promise<unknown> => (await target.api.get(`${target.path}/content`)).body['tags'];
      await importFiles(target, tags('- tag: new\n  label: New things\n  color: green\n  icon: rocket\n- tag: old\n'));
      const wanted = [
        { slug: 'new', label: 'New things', color: 'green', icon: 'rocket' },
        { slug: 'old', label: 'old', color: 'default' },
      ];
      expect(await tagsOf()).toEqual(wanted);
      await target.insert('One more', 'Of it.');
      expect(await tagsOf()).toEqual(wanted);
      const request = await target.api.post(`${target.path}/change-requests`, { subject: 'Tagged' });
      const change = `${target.path}/change-requests/${request.body.id}`;
      const changes = [{ operation: 'insert_page', title: 'Another', document: { markdown: 'Of the change.' } }];
      await target.api.post(`${change}/content`, { changes });
      expect((await target.api.get(`${change}/content`)).body['tags']).toEqual(wanted);
      await target.insert('Meanwhile', 'On main.');
      expect((await target.api.post(`${change}/merge`, {})).status).toBe(200);
      expect(await tagsOf()).toEqual(wanted);
    });

    it('leads from the paths of its redirects to pages of a revision, where no page is', async () => {
      const revision = `${docs.path}/revisions/${await docs.revision()}`;
      const old = await docs.api.get(`${revision}/path/${encodeURIComponent('old/start')}`);
      expect(old.body).toMatchObject({ id: await idAt(docs, 'guides/first'), path: 'guides/first' });
      expect((await docs.api.get(`${revision}/path/${encodeURIComponent('old/other')}`)).status).toBe(404);
      const content = (path: string) => docs.api.get(`${docs.path}/content/path/${encodeURIComponent(path)}`);
      expect((await content('old/start')).body).toMatchObject({ id: old.body.id, path: 'guides/first' });
      expect((await content('old/other')).status).toBe(404);
      const stranger = TestSpace.at((await server.administrator('Other')).api, docs.id);
      expect((await stranger.api.get(`${docs.path}/content/path/${encodeURIComponent('old/start')}`)).status).toBe(404);
      const target = await space();
      const taken = { ...DOCS, '.gitbook.yaml': 'redirects:\n  guides/first: README.md\n' };
      await importFiles(target, taken);
      const own = `${target.path}/revisions/${await target.revision()}/path/${encodeURIComponent('guides/first')}`;
      expect((await target.api.get(own)).body.title).toBe('First guide');
    });

    it('makes a revision of other tags alone', async () => {
      const target = await space();
      const tags = (list: string) => importFiles(target, { ...DOCS, '.gitbook/tags.yaml': list });
      const first = await tags('- tag: one\n');
      expect((await tags('- tag: one\n')).revision).toBe(first.revision);
      const second = await tags('- tag: one\n  emoji: "🚀"\n  color: of no kind\n');
      expect(second.revision).not.toBe(first.revision);
      const read = async (revision: unknown): Promise<unknown> =>
        (await target.api.get(`${target.path}/revisions/${String(revision)}`)).body['tags'];
      expect(await read(second.revision)).toEqual([{ slug: 'one', label: 'one', color: 'default', emoji: '🚀' }]);
      expect(await read(first.revision)).toEqual([{ slug: 'one', label: 'one', color: 'default' }]);
    });

    it('reports what it did not understand, and counts what it took', () => {
      expect(report).toMatchObject({ importedResources: 8, totalResources: 8 });
      expect((report.unresolved as Json[]).map(({ path, code }) => [path, code])).toEqual([
        ['guides/first.md', 'unknown-field'],
        ['README.md', 'missing-target'],
      ]);
    });

    it('tells each thing that it did not understand once, with its places, line by line, and a count', async () => {
      const target = await space();
      const files = {
        'README.md': '---\nowner: me\n---\n\n# Home\n\nA <Card> here.\n\n{% what %}\n',
        'a/b.md': '---\nowner: you\n---\n\n# B\n\n<Card>\n\n<Card>\n',
      };
      const { unresolved, revision } = await importFiles(target, files);
      expect(unresolved).toEqual([
        {
          code: 'unknown-element',
          path: 'README.md',
          line: 7,
          message: '"<card>" is no element of HTML: it is text.',
          count: 3,
          places: [
            { path: 'README.md', line: 7 },
            { path: 'a/b.md', line: 7 },
          ],
        },
        expect.objectContaining({
          code: 'unknown-field',
          count: 2,
          places: [{ path: 'README.md' }, { path: 'a/b.md' }],
        }),
        expect.objectContaining({ code: 'unknown-tag', path: 'README.md', line: 9, count: 1 }),
      ]);
      expect(await importFiles(target, files)).toMatchObject({ revision, unresolved });
    });
  });

  describe('two imports at once', () => {
    it('both succeed and make each page once', async () => {
      const docs = await space();
      const reports = await Promise.all([importFiles(docs, DOCS), importFiles(docs, DOCS)]);
      expect(new Set(reports.map(({ revision }) => revision)).size).toBe(1);
      expect(await docs.paths()).toHaveLength(5);
    });
  });

  describe('an import that is refused', () => {
    const hostile: [string, Buffer, number][] = [
      ['leaves the root', rawZip([{ name: '../evil.md', data: '# Evil\n' }]), 400],
      ['holds a symbolic link', rawZip([{ name: 'a.md', data: '/etc/passwd', mode: 0o120777 }]), 400],
      ['is damaged', rawZip([{ name: 'a.md', data: '# A\n', crc: 1 }]), 400],
      ['is none', Buffer.from('not an archive'), 400],
      ['unpacks to a hundredfold and more', rawZip([{ name: 'a.md', data: Buffer.alloc(3_000_000) }]), 413],
    ];

    it.each(hostile)('says why when the archive %s, and changes nothing', async (_, archive, status) => {
      const docs = await space();
      const before = await docs.revision();
      const answer = await upload(user.api, docs.id, archive);
      expect(answer.status).toBe(status);
      expect(await docs.revision()).toBe(before);
    });

    it('is 404 for a caller of another organization, 403 for one who only reads, 409 in a locked space', async () => {
      const docs = await space();
      const archive = zipOf({ 'a.md': '# A\n' });
      const stranger = await server.administrator('Other');
      const reader = await server.member(user.organization, 'read');
      expect((await upload(stranger.api, docs.id, archive)).status).toBe(404);
      expect((await upload(reader.api, docs.id, archive)).status).toBe(403);
      await user.api.patch(docs.path, { editMode: 'locked' });
      expect((await upload(user.api, docs.id, archive)).status).toBe(409);
    });

    it('is 415 for a body of another kind, and 400 for a source that is not read', async () => {
      const docs = await space();
      const path = `${docs.path}/content/import`;
      const text = await user.api.post(path, undefined, { payload: 'x', headers: { 'content-type': 'text/plain' } });
      expect(text.status).toBe(415);
      const word = await user.api.post(path, { url: 'https://example.com/a.docx', source: 'docx' });
      expect(word.status).toBe(400);
      expect(word.body.error.message).toContain('markdown');
    });
  });
});
