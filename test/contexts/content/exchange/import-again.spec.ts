import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { DOCS, idAt, importFiles, textsIn } from './transfer-fixture.js';

describe('import into a space with content', () => {
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

  describe('an import of a tree that was imported before', () => {
    it('makes no revision when nothing differs', async () => {
      const docs = await space();
      const { revision } = await importFiles(docs, DOCS);
      expect(await importFiles(docs, DOCS)).toMatchObject({ revision, importedResources: 8 });
      expect(await docs.revision()).toBe(revision);
    });

    it('reads no Markdown again whose bytes are the same', async () => {
      const docs = await space();
      await importFiles(docs, { 'a.md': '# Alpha\n\nText.\n', 'b.md': '# Beta\n' });
      await server.rows(
        `update content.source_item set reading = replace(reading, '"Alpha"', '"Remembered"') where space_id = $1`,
        [docs.id],
      );
      await importFiles(docs, { 'a.md': '# Alpha\n\nText.\n', 'b.md': '# Gamma\n' });
      expect((await docs.pages()).map(({ title }) => title)).toEqual(['Remembered', 'Gamma']);
    });

    it('changes only the page whose file changed, which keeps its id and the keys of its blocks', async () => {
      const docs = await space();
      await importFiles(docs, DOCS);
      const before = await docs.pages();
      const id = await idAt(docs, 'guides/first');
      const keys = gather(await documentOf(docs, 'guides/first'), 'key');
      const text = String(DOCS['guides/first.md']).replace('## Steps', 'A new paragraph.\n\n## Steps');
      await importFiles(docs, { ...DOCS, 'guides/first.md': text });
      expect(await idAt(docs, 'guides/first')).toBe(id);
      const after = gather(await documentOf(docs, 'guides/first'), 'key');
      expect(after).toEqual(expect.arrayContaining(keys));
      expect(after.length).toBeGreaterThan(keys.length);
      expect(changedPages(before, await docs.pages())).toEqual([id]);
    });

    it('removes the page whose file is gone', async () => {
      const docs = await space();
      await importFiles(docs, { 'a.md': '# A\n', 'b.md': '# B\n' });
      await importFiles(docs, { 'a.md': '# A\n' });
      expect(await docs.paths()).toEqual(['a']);
    });

    it('keeps the id of a page that moved in the table of contents', async () => {
      const docs = await space();
      await importFiles(docs, DOCS);
      const id = await idAt(docs, 'guides/first/deeper');
      const summary = String(DOCS['SUMMARY.md']).replace('  * [Deeper]', '* [Deeper]');
      await importFiles(docs, { ...DOCS, 'SUMMARY.md': summary });
      expect(await idAt(docs, 'guides/deeper')).toBe(id);
    });

    it('follows links that lead to a page which was not there before', async () => {
      const docs = await space();
      await importFiles(docs, { 'a.md': '# A\n\n[B](b.md)\n' });
      const report = await importFiles(docs, { 'a.md': '# A\n\n[B](b.md)\n', 'b.md': '# B\n' });
      expect(report.unresolved).toEqual([]);
      expect(gather(await documentOf(docs, 'a'), 'ref')).toEqual([{ kind: 'page', page: await idAt(docs, 'b') }]);
    });

    it('has links to the anchor of a title lead to the page, as the anchor comes and goes, and writes them as they were', async () => {
      const docs = await space();
      const files = (title: string) => ({
        'README.md': '# Home {#home}\n\n[Up](#home), [guide](guide.md#begin), [part](guide.md#part).\n',
        'guide.md': `# Guide${title}\n\n## Part\n`,
      });
      const targets = async () =>
        gather(await documentOf(docs, 'readme'), 'ref').map((ref) => (ref as { kind: string }).kind);
      expect((await importFiles(docs, files(''))).unresolved).toEqual([]);
      expect(await targets()).toEqual(['page', 'anchor', 'anchor']);
      expect((await importFiles(docs, files(' {#begin}'))).unresolved).toEqual([]);
      expect(await targets()).toEqual(['page', 'page', 'anchor']);
      expect((await docs.page(await idAt(docs, 'guide'))).title).toBe('Guide');
      const { stats } = (await docs.api.get(`${docs.path}/links`)).body;
      expect(stats).toMatchObject({ broken: { total: 0 } });
      const written = await textsIn((await docs.api.get(`${docs.path}/content/export`)).bytes);
      expect(written.get('README.md')).toBe(files(' {#begin}')['README.md']);
      expect(written.get('guide.md')).toBe(files(' {#begin}')['guide.md']);
      await importFiles(docs, files(''));
      expect(await targets()).toEqual(['page', 'anchor', 'anchor']);
    });

    it('puts back what was edited in the space', async () => {
      const docs = await space();
      const { revision } = await importFiles(docs, { 'a.md': '# A\n\nText.\n' });
      const id = await idAt(docs, 'a');
      await docs.update(id, { title: 'Edited', document: { markdown: 'Other text.\n' } });
      const report = await importFiles(docs, { 'a.md': '# A\n\nText.\n' });
      expect(report.revision).not.toBe(revision);
      expect(await docs.markdown(id)).toBe('# A\n\nText.\n');
    });
  });

  describe('pages that people made in the space', () => {
    it('stay, and give way where an imported page has the same slug', async () => {
      const docs = await space();
      const own = await docs.insert('Alpha', 'Mine.');
      await importFiles(docs, { 'alpha.md': '# Imported\n', 'beta.md': '# Beta\n' });
      expect(await docs.paths()).toEqual(['alpha-1', 'alpha', 'beta']);
      expect((await docs.page(own)).title).toBe('Alpha');
      await importFiles(docs, { 'beta.md': '# Beta\n' });
      expect(await docs.paths()).toEqual(['alpha-1', 'beta']);
    });

    it('move up when the imported page above them is gone', async () => {
      const docs = await space();
      await importFiles(docs, { 'a.md': '# A\n', 'b.md': '# B\n' });
      const own = await docs.insert('Own', undefined, { into: await idAt(docs, 'b') });
      await importFiles(docs, { 'a.md': '# A\n' });
      expect(await idAt(docs, 'own')).toBe(own);
    });

    it('do not include the empty page that a new space begins with', async () => {
      const docs = await TestSpace.create(user, {});
      expect(await docs.paths()).toEqual(['page']);
      await importFiles(docs, { 'a.md': '# A\n' });
      expect(await docs.paths()).toEqual(['a']);
    });
  });

  /** Ids of the pages that differ between two trees, apart from their children. */
  function changedPages(before: Json[], after: Json[]): string[] {
    const flat = (pages: Json[]): Json[] => pages.flatMap((page) => [page, ...flat(page.pages)]);
    const text = ({ pages: _, ...page }: Json): string => JSON.stringify(page);
    const known = new Map(flat(before).map((page) => [page.id as string, text(page)]));
    return flat(after).flatMap((page) => (known.get(page.id) === text(page) ? [] : [page.id as string]));
  }
});
