import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('revisions', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  beforeEach(async () => {
    space = await TestSpace.create(ada);
  });

  afterAll(() => server.stop());

  const blocks = (page: Json): Json[] => page.document.nodes as unknown as Json[];

  describe('a revision', () => {
    it('stays the same after three further edits, in every form', async () => {
      const page = await space.insert('Page', 'First text.');
      const child = await space.insert('Child', 'See [page](../page.md).', { into: page });
      const file = await space.file('a.txt', 'bytes');
      const revision = await space.revision();
      const reads = [
        '',
        '/pages',
        '/files',
        `/files/${file.id}`,
        `/page/${page}`,
        `/page/${child}?format=markdown`,
        `/page/${child}/document`,
        '/path/page%2Fchild',
      ];
      const read = () =>
        Promise.all(reads.map(async (path) => (await ada.api.get(`${space.path}/revisions/${revision}${path}`)).text));
      const before = await read();
      await space.update(page, { title: 'Renamed', slug: 'renamed', document: { markdown: 'Second text.' } });
      await space.change({ operation: 'delete_page', page: child });
      await space.insert('Another');
      expect(await read()).toEqual(before);
      expect(before[5]).toContain('[page](../page.md)');
      expect(await space.paths()).toEqual(['renamed', 'another']);
    });

    it('at the head returns the same as live reads', async () => {
      const page = await space.insert('Page', 'Text with [itself](page.md).');
      await space.insert('Child', undefined, { into: page });
      await space.file('a.txt', 'bytes');
      const group = await space.insert('Group', undefined, { type: 'group' });
      const target = { kind: 'url', url: 'https://example.com/' };
      const link = await space.insert('Out', undefined, { type: 'link', target });
      const head = `${space.path}/revisions/${await space.revision()}`;
      for (const path of [
        '',
        '/pages',
        '/files',
        `/page/${page}`,
        `/page/${page}?format=markdown`,
        '/path/page%2Fchild',
        '/path/group?format=markdown',
        ...[group, link].flatMap((id) => [`/page/${id}`, `/page/${id}?format=markdown`]),
      ]) {
        const live = await ada.api.get(`${space.path}/content${path}`);
        const past = await ada.api.get(`${head}${path}`);
        expect([path, live.status, past.body]).toEqual([path, 200, live.body]);
      }
    });

    it('is found in its own space only', async () => {
      await space.insert('Page');
      const other = await TestSpace.create(ada);
      expect((await ada.api.get(`${other.path}/revisions/${await space.revision()}`)).status).toBe(404);
    });
  });

  describe('the keys of blocks', () => {
    it('stay the same for blocks that an update keeps', async () => {
      const page = await space.insert('Page', 'One.\n\nTwo.\n\nThree.');
      const before = blocks(await space.page(page));
      await space.update(page, { document: { markdown: 'One.\n\nNew.\n\nTwo.\n\nThree, changed.' } });
      const after = blocks(await space.page(page));
      const texts = (list: Json[]) => new Map(list.map((block) => [JSON.stringify(block.nodes), block.key]));
      expect(after).toHaveLength(4);
      expect(after[0]?.key).toBe(before[0]?.key);
      expect(after[2]?.key).toBe(before[1]?.key);
      expect(new Set(after.map(({ key }) => key)).size).toBe(4);
      expect(texts(after).size).toBe(4);
    });
  });

  describe('revert_page', () => {
    it('restores the whole page in its current place', async () => {
      const page = await space.insert('Before', 'Old body.', { emoji: '📘' });
      const old = await space.revision();
      const group = await space.insert('Home');
      await space.update(page, { title: 'After', emoji: '', document: { markdown: 'New body.' }, into: group });
      const outcome = await space.change({ operation: 'revert_page', page, revision: old });
      expect(outcome.changes).toMatchObject([{ kind: 'updated_page', page: { id: page } }]);
      expect(await space.page(page)).toMatchObject({ title: 'Before', emoji: '📘', path: 'home/before' });
      expect(await space.markdown(page)).toContain('Old body.');
    });

    it('restores a deleted page', async () => {
      const page = await space.insert('Gone', 'Body.');
      const old = await space.revision();
      await space.change({ operation: 'delete_page', page });
      await space.insert('Gone');
      await space.change({ operation: 'revert_page', page, revision: old });
      expect(await space.paths()).toEqual(['gone', 'gone-1']);
      expect(await space.markdown(page)).toContain('Body.');
    });

    it('restores single blocks and leaves the others', async () => {
      const page = await space.insert('Page', 'One.\n\nTwo.\n\nThree.');
      const old = await space.revision();
      const keys = blocks(await space.page(page)).map(({ key }) => key as string);
      await space.update(page, { document: { markdown: 'One, edited.\n\nTwo, edited.\n\nThree, edited.' } });
      await space.change({ operation: 'revert_page', page, revision: old, block: [keys[1]] });
      const markdown = await space.markdown(page);
      expect(markdown).toContain('Two.\n');
      expect(markdown).toContain('One, edited.');
      expect(markdown).toContain('Three, edited.');
      expect(markdown).not.toContain('Two, edited.');
    });

    it.each([
      ['a revision that is not there', (_old: string) => ({ revision: 'nothing' }), 404],
      ['a block that was not there', (old: string) => ({ revision: old, block: ['nothing'] }), 404],
      ['no revision', (_old: string) => ({}), 400],
    ])('refuses %s', async (_what, fields, status) => {
      const page = await space.insert('Page', 'Text.');
      const answer = await space.send([{ operation: 'revert_page', page, ...fields(await space.revision()) }]);
      expect(answer.status).toBe(status);
    });

    it('finds no page of another space', async () => {
      const page = await space.insert('Secret', 'Text.');
      const other = await TestSpace.create(ada);
      const answer = await other.send([{ operation: 'revert_page', page, revision: await space.revision() }]);
      expect(answer.status).toBe(404);
    });
  });
});
