import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { importFiles } from '../../../contexts/content/exchange/transfer-fixture.js';
import { RowsOfSpaces } from '../../../../src/content/spaces/infrastructure/space/space-rows.js';

describe('space copies', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let stranger: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    stranger = await server.administrator();
  });
  afterAll(() => server.stop());

  /** The rows of a table for a space, without the id of the space. */
  const rowsOf = async (table: string, { id }: { id: string }): Promise<object[]> =>
    (
      await server.rows<{ row: object }>(
        `select to_jsonb(t) - 'space_id' as row from content.${table} t where space_id = $1 order by 1`,
        [id],
      )
    ).map(({ row }) => row);

  async function duplicate(space: TestSpace, api = ada.api): Promise<TestSpace> {
    const { status, body } = await api.post(`${space.path}/duplicate`);
    expect(status).toBe(201);
    return TestSpace.at(api, body.id);
  }

  describe('POST /v1/spaces/{spaceId}/duplicate', () => {
    it('creates an independent space with the same settings and content', async () => {
      const space = await TestSpace.create(ada, { title: 'Handbook', emoji: '📘', language: 'fr', empty: true });
      const home = await space.insert('Home', 'The first text.');
      const inner = await space.insert('Inner', 'Below.', { into: home });
      await space.file('a.txt', 'bytes');
      await ada.api.patch(space.path, { mergeRules: { type: 'none' } });
      await server.rows(`insert into content.source_item (organization_id, space_id, item_id, kind, key, path)
      values ('${ada.organization}', '${space.id}', '${home}', 'page', 'home', 'README.md')`);
      await server.rows(`insert into content.space_source values ('${ada.organization}', '${space.id}', '{}')`);
      const { status, body, headers } = await ada.api.post(`${space.path}/duplicate`);
      expect(status).toBe(201);
      expect(body).toMatchObject({
        title: 'Copy of Handbook',
        emoji: '📘',
        language: 'fr',
        mergeRules: { type: 'none' },
        organization: ada.organization,
      });
      expect(headers.location).toBe(body.urls.location);
      const copy = TestSpace.at(ada.api, body.id);
      expect(await copy.paths()).toEqual(['home', 'home/inner']);
      expect(await copy.markdown(home)).toBe(await space.markdown(home));
      const files = async ({ path }: TestSpace) => (await ada.api.get(`${path}/content/files`)).body.items;
      expect(await files(copy)).toEqual(await files(space));
      for (const table of ['live_page', 'live_file', 'space_document', 'source_item', 'space_source']) {
        expect((await rowsOf(table, copy)).length).toBeGreaterThan(0);
        expect([table, await rowsOf(table, copy)]).toEqual([table, await rowsOf(table, space)]);
      }
      const revision = (await ada.api.get(`${copy.path}/content`)).body;
      expect([revision.id === (await space.revision()), revision.parents]).toEqual([false, []]);

      await copy.update(home, { title: 'Changed', document: { markdown: 'Another text.' } });
      await space.change({ operation: 'delete_page', page: inner });
      expect(await space.markdown(home)).toContain('The first text.');
      expect(await copy.paths()).toEqual(['home', 'home/inner']);
      expect((await copy.page(inner)).title).toBe('Inner');
    });

    it('copies every column of the tables that it copies', async () => {
      const copied = server.app.get(RowsOfSpaces).all.filter((rows) => rows.copied !== undefined);
      expect(copied.length).toBeGreaterThan(5);
      for (const { table, copied: listed = '' } of copied) {
        const columns = await server.rows<{ name: string }>(
          `select column_name as name from information_schema.columns
           where table_schema = 'content' and table_name = '${table}' and is_generated = 'NEVER'`,
        );
        const named = ['organization_id', 'space_id', ...listed.split(', ')].sort();
        expect([table, columns.map(({ name }) => name).sort()]).toEqual([table, named]);
      }
    });

    it('has the documents that its pages and reusable contents have, and none that the original had before', async () => {
      const space = await TestSpace.create(ada, { empty: true });
      await importFiles(space, {
        'README.md': '# Home\n\nThe first text.\n\n{% include ".gitbook/includes/help.md" %}\n',
        '.gitbook/includes/help.md': '---\ntitle: Help\n---\n\nAsk us.\n',
      });
      const [home] = await space.pages();
      const documentOf = async ({ path }: TestSpace): Promise<string> =>
        (await ada.api.get(`${path}/content/page/${home?.id}`)).body['documentId'] as string;
      const before = await documentOf(space);
      await space.update(home?.id ?? '', { document: { markdown: 'The second text.' } });
      const copy = await duplicate(space);
      expect(await rowsOf('space_document', space)).toHaveLength(3);
      expect(await rowsOf('space_document', copy)).toHaveLength(2);
      const read = async ({ path }: TestSpace, id: string) => (await ada.api.get(`${path}/documents/${id}`)).status;
      expect([await read(space, before), await read(copy, before)]).toEqual([200, 404]);
      expect(await read(copy, await documentOf(copy))).toBe(200);
    });

    it('is found by search after it was indexed', async () => {
      const space = await TestSpace.create(ada);
      await space.insert('Home', 'Xylophone.');
      await server.runJobs();
      const copy = await duplicate(space);
      await server.runJobs();
      const found = (await ada.api.get(`${copy.path}/search`, { query: { query: 'xylophone' } })).body;
      expect(found.items.map(({ title }: Json) => title)).toEqual(['Home']);
    });

    it('is placed right after the original', async () => {
      const shelf = (await ada.api.post(`/v1/orgs/${ada.organization}/collections`, {})).body.id as string;
      const one = await TestSpace.create(ada, { title: 'One', parent: shelf, empty: true });
      await TestSpace.create(ada, { title: 'Two', parent: shelf, empty: true });
      await duplicate(one);
      const { items } = (await ada.api.get(`/v1/collections/${shelf}/spaces`)).body;
      expect(items.map(({ title }: Json) => title)).toEqual(['One', 'Copy of One', 'Two']);
    });

    it.each([
      ['x'.repeat(42), `Copy of ${'x'.repeat(42)}`],
      ['x'.repeat(50), `Copy of ${'x'.repeat(41)}…`],
      [`${'x'.repeat(40)}😀😀`, `Copy of ${'x'.repeat(40)}😀😀`],
      [`${'x'.repeat(40)}😀😀😀`, `Copy of ${'x'.repeat(40)}😀…`],
    ])('shortens a title that is too long: %s', async (title, expected) => {
      const space = await TestSpace.create(ada, { title, empty: true });
      expect((await ada.api.post(`${space.path}/duplicate`)).body.title).toBe(expected);
    });

    it('gives access to the users and teams with access to the original, and to no one else', async () => {
      const creator = await server.member(ada.organization, 'create');
      const other = await server.member(ada.organization, 'create');
      const space = await TestSpace.create(ada, { title: 'Closed', empty: true });
      await ada.api.patch(space.path, { defaultLevel: null, editMode: 'locked' });
      expect((await creator.api.post(`${space.path}/duplicate`)).status).toBe(404);
      await ada.api.post(`${space.path}/permissions`, { users: [creator.id], role: 'review' });
      expect((await creator.api.post(`${space.path}/duplicate`)).status).toBe(403);
      await ada.api.post(`${space.path}/permissions`, { users: [creator.id], role: 'create' });
      const copy = await duplicate(space, creator.api);
      expect((await creator.api.get(copy.path)).body).toMatchObject({ defaultLevel: null, editMode: 'locked' });
      expect((await other.api.get(copy.path)).status).toBe(404);
      expect((await stranger.api.post(`${space.path}/duplicate`)).status).toBe(404);
      const member = (await ada.api.get(`/v1/orgs/${ada.organization}/members/${creator.id}`)).body;
      expect(member.spaces).toBe(2);
      const reader = await server.member(ada.organization, 'read');
      await ada.api.post(`${space.path}/permissions`, { users: [reader.id], role: 'create' });
      expect((await reader.api.post(`${space.path}/duplicate`)).status).toBe(403);
    });

    it('has no connection to a repository', async () => {
      const space = await TestSpace.create(ada);
      await ada.api.post(`${space.path}/git/import`, { url: 'https://example.invalid/docs.git', ref: 'main' });
      expect((await ada.api.get(space.path)).body).toHaveProperty('gitSync');
      const copy = await duplicate(space);
      expect((await ada.api.get(copy.path)).body).not.toHaveProperty('gitSync');
      expect((await ada.api.get(`${copy.path}/git/info`)).body.state).toBe('none');
    });

    it('of a deleted space is refused, and purging one leaves the copy complete', async () => {
      const space = await TestSpace.create(ada);
      const home = await space.insert('Home', 'Text.');
      const copy = await duplicate(space);
      await ada.api.delete(space.path);
      expect((await ada.api.post(`${space.path}/duplicate`)).status).toBe(404);
      server.clock.advance(8 * 86_400_000);
      await server.runJob('content.purge-spaces');
      expect(await server.tablesNaming(space.id)).toEqual([]);
      expect(await copy.markdown(home)).toContain('Text.');
    });
  });
});
