import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestChangeRequest } from '#testing/test-change-request';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('addresses of the application', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let space: TestSpace;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    space = await TestSpace.create(ada, { title: 'Guides' });
  });

  afterAll(() => server.stop());

  const find = (url: string, api = ada.api) => api.get('/v1/urls/content', { query: { url } });
  const app = async () => (await ada.api.get(space.path)).body.urls['app'] ?? '';

  it('lead to a space, to a page of it, and to a collection', async () => {
    const page = (await space.pages())[0];
    expect((await find(await app())).body).toEqual({ space: (await ada.api.get(space.path)).body });
    expect((await find(`${await app()}${page?.path}#part`)).body).toMatchObject({
      space: { id: space.id },
      page: { id: page?.id },
    });
    const collection = (await ada.api.post(`/v1/orgs/${ada.organization}/collections`, { title: 'All' })).body;
    expect((await find(collection.urls['app'] ?? '')).body).toEqual({ collection });
  });

  it('lead to a change request, and to a page as it is there', async () => {
    const change = await TestChangeRequest.create(space, 'Rename');
    const page = (await space.pages())[0];
    await change.update(page?.id ?? '', { title: 'Renamed' });
    const { body } = await find(`${await app()}~/changes/${change.id}/${page?.path}`);
    expect(body).toMatchObject({ changeRequest: { id: change.id }, page: { title: 'Renamed' } });
  });

  it('are found again by every address that answers show, as far as it leads to content', async () => {
    const { id: parent } = (await ada.api.post(`/v1/orgs/${ada.organization}/collections`, { title: 'Shelf' })).body;
    const shown = await TestSpace.create(ada, { title: 'Shown', empty: true, parent });
    const first = await shown.insert('Quokka', 'Quokka text.\n\n## Quokka section\n\nMore quokka.');
    await shown.insert('Second', `See [the first](/pages/${first}).`);
    const change = await TestChangeRequest.create(shown, 'Change');
    await change.insert('Third', 'Third text.');
    await server.runJobs();
    const org = `/v1/orgs/${ada.organization}`;
    const search = async (path: string, query: Record<string, string>) => (await ada.api.get(path, { query })).body;
    const answers = [
      ...(await Promise.all(
        [
          shown.path,
          `${shown.path}/change-requests`,
          `${shown.path}/change-requests/${change.id}`,
          `${shown.path}/revisions/${await shown.revision()}`,
          `${shown.path}/content`,
          `${shown.path}/links`,
          `${shown.path}/content/page/${first}/backlinks`,
          `${org}/spaces`,
          `${org}/collections`,
        ].map(async (path) => (await ada.api.get(path)).body),
      )),
      await search(`${org}/search`, { query: 'quokka' }),
      await search(`${shown.path}/search`, { query: 'quokka' }),
    ];
    const addresses = new Set<string>();
    JSON.stringify(answers, (member: string, value: unknown) => {
      if (member === 'app' && typeof value === 'string') addresses.add(value);
      return value;
    });
    const content = [...addresses].filter((address) => /^\/[sc]\//.test(new URL(address).pathname));
    const kinds = new Set(content.map((address) => /\/(?:[sc]|changes|revisions)(?=\/[^/]*\/?$)/.exec(address)?.[0]));
    expect([...kinds].map(String)).toEqual(expect.arrayContaining(['/s', '/c', '/changes', '/revisions']));
    expect(content.some((address) => address.includes('quokka'))).toBe(true);
    for (const address of content) {
      const { status, text } = await find(address);
      expect([address, status]).toEqual([address, 200]);
      const [, , id = ''] = new URL(address).pathname.split('/');
      expect(text).toContain(id);
    }
  });

  it('answer 404 for what is not there, is elsewhere, or is not for the caller', async () => {
    const stranger = await server.administrator();
    const root = await app();
    expect((await find(root, stranger.api)).status).toBe(404);
    expect((await find(`${root}nowhere`)).status).toBe(404);
    expect((await find(`${root}~/changes/unknown`)).status).toBe(404);
    expect((await find(`${root}~/revisions/unknown`)).status).toBe(404);
    expect((await find(`${root}~/revisions`)).status).toBe(404);
    expect((await find(`${root}~/changes`)).status).toBe(404);
    expect((await find(`${root}~/elsewhere/unknown`)).status).toBe(404);
    expect((await find(root.replace('quire.test', 'other.test'))).status).toBe(404);
    expect((await find('http://quire.test/x/%E0%A4%A')).status).toBe(404);
    expect((await find('nothing')).status).toBe(400);
  });
});
