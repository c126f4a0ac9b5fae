import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

describe('sites', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let sites: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    sites = `/v1/orgs/${ada.organization}/sites`;
  });

  afterAll(() => server.stop());

  const created = async (body: object = {}) => (await ada.api.post(sites, body)).body;

  it('are created with spaces, named after the first, at an address of their own', async () => {
    const [handbook, api] = [
      await TestSpace.create(ada, { title: 'Handbook' }),
      await TestSpace.create(ada, { title: 'API' }),
    ];
    const answer = await ada.api.post(sites, { spaces: [handbook.id, api.id], visibility: 'unlisted' });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(answer.body.urls.location);
    expect(answer.body).toMatchObject({
      object: 'site',
      type: 'basic',
      title: 'Handbook',
      basename: 'handbook',
      visibility: 'unlisted',
      published: false,
      siteSpaces: 2,
      adaptiveContent: { enabled: false },
      agentsContext: 'included',
    });
    expect(answer.body.urls.published).toBeUndefined();
    const { structure } = (await ada.api.get(`${sites}/${answer.body.id}/structure`)).body;
    expect(structure).toMatchObject([
      { title: 'Handbook', path: 'handbook', default: true },
      { title: 'API', path: 'api', default: false },
    ]);
  });

  it('may be created with nothing at all, and get basenames that differ', async () => {
    const [first, second] = [await created(), await created()];
    expect(first.title).toBe('Untitled site');
    expect(new Set([first.basename, second.basename]).size).toBe(2);
  });

  it('get basenames that differ when many are created at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => created({ title: 'Together' })));
    expect(new Set(made.map(({ basename }) => basename)).size).toBe(8);
  });

  it('take only spaces that the caller knows and may create content in', async () => {
    const bob = await server.member(ada.organization, 'create');
    const hidden = await TestSpace.create(ada);
    await ada.api.patch(hidden.path, { defaultLevel: null });
    const read = await TestSpace.create(ada);
    await ada.api.patch(read.path, { defaultLevel: 'read' });
    expect((await bob.api.post(sites, { spaces: [hidden.id] })).status).toBe(400);
    expect((await bob.api.post(sites, { spaces: ['unknown'] })).status).toBe(400);
    expect((await bob.api.post(sites, { spaces: [read.id] })).status).toBe(403);
  });

  it('are listed by the space on them, a part of their title, whether they are live, and their type', async () => {
    const space = await TestSpace.create(ada, { title: 'Listed' });
    const live = await created({ title: 'Listed and live', spaces: [space.id], type: 'premium' });
    const other = await created({ title: 'LISTED only' });
    await ada.api.post(`${sites}/${live.id}/publish`);
    const listed = async (query: Record<string, string | string[]>) =>
      (await ada.api.get(sites, { query })).body.items.map(({ id }: { id: string }) => id);
    expect(await listed({ space: space.id })).toEqual([live.id]);
    expect(await listed({ title: 'listed' })).toEqual([live.id, other.id]);
    expect(await listed({ title: 'listed', published: 'true' })).toEqual([live.id]);
    expect(await listed({ title: 'listed', published: 'false' })).toEqual([other.id]);
    expect(await listed({ type: ['premium', 'ultimate'] })).toEqual([live.id]);
    const page = (await ada.api.get(sites, { query: { title: 'listed', limit: 1 } })).body;
    expect(page).toMatchObject({ count: 1, items: [{ id: live.id }] });
    expect(await listed({ title: 'listed', page: page.next?.page ?? '' })).toEqual([other.id]);
  });

  it('change what a patch names and nothing else', async () => {
    const site = await created({ title: 'Before' });
    const path = `${sites}/${site.id}`;
    const changed = await ada.api.patch(path, {
      title: 'After',
      visibility: 'share-link',
      adaptiveContent: { enabled: true },
      agentsContext: 'excluded',
      proxy: 'Example.com/docs',
    });
    expect(changed.body).toMatchObject({
      title: 'After',
      basename: site.basename,
      visibility: 'share-link',
      adaptiveContent: { enabled: true },
      agentsContext: 'excluded',
      proxy: { origin: 'example.com/docs', target: expect.stringMatching(/\/s\/\w+\/$/) },
    });
    expect((await ada.api.patch(path, { proxy: null })).body.proxy).toBeUndefined();
    expect((await ada.api.patch(path, {})).body.title).toBe('After');
  });

  it.each([
    [{ title: 'x' }, 'title'],
    [{ title: '   ' }, 'title'],
    [{ basename: '../up' }, 'basename'],
    [{ hostname: 'no-dots' }, 'hostname'],
    [{ proxy: 'https://example.com/docs' }, 'proxy'],
    [{ proxy: 'example.com' }, 'proxy'],
    [{ visibility: 'everybody' }, 'visibility'],
    [{ defaultSiteSpace: 'unknown' }, 'defaultSiteSpace'],
    [{ defaultSiteSection: 'unknown' }, 'defaultSiteSection'],
  ])('refuse %j', async (body, named) => {
    const site = await created();
    const { status, body: answer } = await ada.api.patch(`${sites}/${site.id}`, body);
    expect([status, answer.error?.message]).toEqual([400, expect.stringContaining(named)]);
  });

  it('have a basename, a hostname and a proxy that no other site has', async () => {
    const elsewhere = await server.administrator();
    const other = (await elsewhere.api.post(`/v1/orgs/${elsewhere.organization}/sites`, {})).body;
    const [one, two] = [await created({ title: 'One' }), await created({ title: 'Two' })];
    const patch = async (id: string, body: object) => (await ada.api.patch(`${sites}/${id}`, body)).status;
    expect(await patch(two.id, { basename: one.basename })).toBe(409);
    expect(await patch(one.id, { hostname: 'docs.one.example' })).toBe(200);
    expect(await patch(two.id, { hostname: 'DOCS.one.example' })).toBe(409);
    expect(await patch(one.id, { proxy: 'one.example/docs' })).toBe(200);
    const taken = await elsewhere.api.patch(`/v1/orgs/${elsewhere.organization}/sites/${other.id}`, {
      proxy: 'one.example/docs',
    });
    expect(taken.status).toBe(409);
    expect(await patch(one.id, { hostname: null })).toBe(200);
    expect(await patch(two.id, { hostname: 'docs.one.example' })).toBe(200);
  });

  it('are published and taken offline, which their spaces tell', async () => {
    const space = await TestSpace.create(ada, { title: 'Told' });
    const site = await created({ title: 'Told', spaces: [space.id] });
    const path = `${sites}/${site.id}`;
    const told = async () => (await ada.api.get(space.path)).body;
    expect((await told()).visibility).toBe('private');
    const live = await ada.api.post(`${path}/publish`);
    expect([live.status, live.body.published]).toEqual([200, true]);
    expect(live.body.urls.published).toMatch(/^http:\/\/[^/]+\/s\/\w+\/$/);
    expect(await told()).toMatchObject({ visibility: 'public', urls: { published: live.body.urls.published } });
    await ada.api.patch(path, { visibility: 'visitor-auth', hostname: 'docs.told.example' });
    expect(await told()).toMatchObject({
      visibility: 'visitor-auth',
      urls: { published: 'https://docs.told.example/' },
    });
    const listed = (await ada.api.get(`/v1/orgs/${ada.organization}/spaces`, { query: { limit: 1000 } })).body.items;
    expect(listed.find(({ id }: { id: string }) => id === space.id)).toEqual(await told());
    expect((await ada.api.post(`${path}/unpublish`)).body).toMatchObject({ published: false });
    expect((await told()).urls.published).toBeUndefined();
  });

  it('are not published without a space', async () => {
    const site = await created();
    expect((await ada.api.post(`${sites}/${site.id}/publish`)).status).toBe(409);
  });

  it('are deleted for good, and their spaces stay', async () => {
    const space = await TestSpace.create(ada, { title: 'Stays' });
    const site = await created({ title: 'Goes', spaces: [space.id] });
    const path = `${sites}/${site.id}`;
    await ada.api.post(`${path}/publish`);
    expect((await ada.api.delete(path)).status).toBe(204);
    expect((await ada.api.get(path)).status).toBe(404);
    expect((await ada.api.delete(path)).status).toBe(204);
    expect((await ada.api.get(space.path)).body.urls.published).toBeUndefined();
    expect((await created({ title: 'Goes' })).basename).toBe(site.basename);
  });
});
