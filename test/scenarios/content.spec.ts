import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { until } from '#testing/test-kernel';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

/** One story in order: each step needs those before it. Jobs run as in production. */
describe('a handbook, from its first page to its last day', () => {
  let server: TestServer;
  let ada: TestUser;
  let organization: string;
  let space: TestSpace;
  let editor: TestUser;
  let reader: TestUser;
  let firstDraft: string;
  let welcome: string;

  beforeAll(async () => {
    server = await TestServer.start({ live: true });
    ada = await server.user('Ada Example');
  });

  afterAll(() => server.stop());

  it('Ada founds an organization and opens a space', async () => {
    const created = await ada.api.post('/v1/orgs', { title: 'Example Company' });
    organization = created.body.id;
    space = await TestSpace.create({ api: ada.api, organization }, { title: 'Handbook', emoji: '📘' });
    expect(await space.paths()).toEqual(['page']);
  });

  it('two colleagues join: one may edit, one may read', async () => {
    editor = await server.member(organization, 'edit');
    reader = await server.member(organization, 'read');
    expect((await editor.api.get(space.path)).body.permissions).toMatchObject({ edit: true, admin: false });
    expect((await reader.api.get(space.path)).body.permissions).toMatchObject({ view: true, edit: false });
  });

  it('the editor writes the first draft in one go: pages that link to each other, a group, a picture', async () => {
    const [start] = await space.pages();
    const outcome = await space.as(editor.api).change(
      { operation: 'delete_page', page: start?.id },
      {
        operation: 'insert_files',
        files: [
          {
            name: 'plan.svg',
            ref: 'plan',
            contentType: 'image/svg+xml',
            base64: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>').toString('base64'),
          },
        ],
      },
      {
        operation: 'insert_page',
        ref: 'welcome',
        document: { markdown: '# Welcome\n\nBegin with the [office](./office.md#where-it-is).\n\n![The plan](./plan)' },
      },
      { operation: 'insert_page', title: 'People', type: 'group' },
      {
        operation: 'insert_page',
        ref: 'office',
        title: 'Office',
        document: { markdown: '## Where it is\n\nAt the harbour, beside the lighthouse.' },
      },
    );
    firstDraft = outcome.revision;
    welcome = (outcome.changes as Json[]).find(({ ref }) => ref === 'welcome')?.page.id ?? '';
    expect(await space.paths()).toEqual(['welcome', 'people', 'office']);
  });

  it('the reader reads it: text, links and the picture', async () => {
    const markdown = await space.as(reader.api).markdown(welcome);
    expect(markdown).toContain('[office](office.md#where-it-is)');
    const address = /http:\/\/quire\.test\/files\/[^)\s]+plan\.svg/.exec(markdown)?.[0] ?? '';
    const picture = await server.anonymous.get(address);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect((await space.as(reader.api).send([{ operation: 'insert_page', title: 'No' }])).status).toBe(403);
  });

  it('and finds what they look for a moment later', async () => {
    const find = async (query: string) =>
      (await reader.api.get(`/v1/orgs/${organization}/search`, { query: { query } })).body.items;
    await until(async () => (await find('lighthouse')).length === 1, 'the index');
    const [hit] = await find('lighthous');
    expect(hit).toMatchObject({ id: space.id, title: 'Handbook' });
    expect(hit?.pages[0]).toMatchObject({ title: 'Office', sections: [{ title: 'Where it is' }] });
  });

  it('the tree is put in order, and links follow', async () => {
    const pages = await space.pages();
    const idOf = (title: string): string => pages.find((page) => page.title === title)?.id ?? '';
    await space
      .as(editor.api)
      .change(
        { operation: 'update_page', page: idOf('Office'), into: idOf('People'), slug: 'our-office' },
        { operation: 'insert_page', title: 'Who is who', into: idOf('People'), at: 0 },
      );
    expect(await space.paths()).toEqual(['welcome', 'people', 'people/who-is-who', 'people/our-office']);
    expect(await space.markdown(welcome)).toContain('[office](people/our-office.md#where-it-is)');
    const old = await ada.api.get(`${space.path}/revisions/${firstDraft}/page/${welcome}`, {
      query: { format: 'markdown' },
    });
    expect(old.body.markdown).toContain('[office](office.md#where-it-is)');
  });

  it('two people edit at the same moment, and both edits are there', async () => {
    await Promise.all([
      space.as(editor.api).update(welcome, { description: 'Where to begin' }),
      space.update(welcome, { emoji: '👋' }),
    ]);
    expect(await space.page(welcome)).toMatchObject({ description: 'Where to begin', emoji: '👋' });
  });

  it('a page is spoiled, and brought back as it was', async () => {
    const good = await space.markdown(welcome);
    const before = await space.revision();
    await space.as(editor.api).update(welcome, { document: { markdown: 'Oops.' } });
    expect(await space.markdown(welcome)).toContain('Oops.');
    await space.change({ operation: 'revert_page', page: welcome, revision: before });
    expect(await space.markdown(welcome)).toBe(good);
  });

  it('the handbook is locked for the audit: read by all, edited by none', async () => {
    await ada.api.patch(space.path, { editMode: 'locked' });
    for (const { api } of [ada, editor]) {
      expect((await space.as(api).send([{ operation: 'insert_page', title: 'No' }])).status).toBe(409);
    }
    expect((await reader.api.get(`${space.path}/content/pages`)).status).toBe(200);
  });

  it('it is deleted by mistake and restored with everything in it', async () => {
    const before = (await ada.api.get(`${space.path}/content`)).body;
    expect((await editor.api.delete(space.path)).status).toBe(403);
    expect((await ada.api.delete(space.path)).status).toBe(204);
    expect((await reader.api.get(space.path)).status).toBe(404);
    expect((await ada.api.post(`${space.path}/restore`)).status).toBe(200);
    expect((await reader.api.get(`${space.path}/content`)).body).toEqual(before);
  });

  it('years later it is deleted for good, and nothing is found of it', async () => {
    await ada.api.delete(space.path);
    server.clock.advance(8 * 86_400_000);
    await server.runJob('content.purge-spaces');
    expect((await ada.api.get(space.path)).status).toBe(404);
    expect((await ada.api.post(`${space.path}/restore`)).status).toBe(404);
    expect(await server.tablesNaming(space.id)).toEqual([]);
    const { items } = (await ada.api.get(`/v1/orgs/${organization}/search`, { query: { query: 'lighthouse' } })).body;
    expect(items).toEqual([]);
  });
});
