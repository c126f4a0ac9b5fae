import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { taken, TestSite } from './publishing/visits/visits.js';

describe('what public clients send and read', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let org: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    org = `/v1/orgs/${ada.organization}`;
  });
  afterAll(() => server?.stop());

  it('pages that a search finds are ranked through all pages of the list', async () => {
    const own = await server.administrator();
    const spaces = [await TestSpace.create(own, { empty: true }), await TestSpace.create(own, { empty: true })];
    for (const [at, space] of spaces.entries())
      for (const title of ['Marmot', 'A marmot', 'Words'])
        await space.insert(`${title} ${at}`, `The marmot is ${'very '.repeat(at)}shy.`);
    for (let work = 1; work > 0;) work = (await server.drain()) + (await server.runJobs()).length;
    const ranks: unknown[] = [];
    let page: string | undefined;
    do {
      const query = { query: 'marmot', limit: 2, ...(page === undefined ? {} : { page }) };
      const { body } = await own.api.get(`${spaces[0]?.path}/search`, { query });
      ranks.push(...body.items.map(({ rank }) => rank));
      page = (body as { next?: { page: string } }).next?.page;
    } while (page !== undefined);
    expect(ranks).toEqual([1, 2, 3]);
    const found: number[] = [];
    const walk = async (more: object) =>
      (await own.api.get(`/v1/orgs/${own.organization}/search`, { query: { query: 'marmot', limit: 1, ...more } }))
        .body;
    const first = await walk({});
    for (const { items } of [first, await walk({ page: first.next.page })])
      found.push(...items.flatMap(({ pages }) => pages.map(({ rank }) => rank as number)));
    expect([...found].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('a space has the key of a share link in its published address, where it opens something', async () => {
    const site = await TestSite.publish(server, ada, ['Guide'], { visibility: 'share-link' });
    const [siteSpace] = await site.siteSpaces();
    const space = `/v1/spaces/${(siteSpace?.['space'] as { id: string }).id}`;
    const link = taken(await ada.api.post(`${site.path}/share-links`, { name: 'Partners' }));
    const root = await site.root();
    const key = link.urls.published?.slice(root.length, -1) ?? '';
    const publishedWith = async (shareKey: string) =>
      (await ada.api.get(space, { query: { shareKey } })).body.urls.published;
    const { urls } = (await ada.api.get(space)).body;
    expect(await publishedWith(key)).toBe(urls.published?.replace(root, `${root}${key}/`));
    expect(await publishedWith('nonsense')).toBe(urls.published);
    taken(await ada.api.patch(`${site.path}/share-links/${link.id}`, { active: false }));
    expect(await publishedWith(key)).toBe(urls.published);
    await site.patch({ visibility: 'public' });
    expect(await publishedWith(key)).toBe((await ada.api.get(space)).body.urls.published);
  });

  it('a space shows the repository of an import or export', async () => {
    const space = await TestSpace.create(ada);
    expect((await ada.api.get(`${space.path}/git/info`)).body).toEqual({
      object: 'git-info',
      installationStatus: 'unauthenticated',
      state: 'none',
    });
    const tree = 'https://github.com/acme/docs/blob/main';
    const send = (more: object) =>
      ada.api.post(`${space.path}/git/import`, { url: 'https://example.invalid/acme/docs.git', ref: 'main', ...more });
    expect((await send({ gitInfo: { provider: 'github', url: tree }, standalone: false })).status).toBe(204);
    expect((await ada.api.get(`${space.path}/git/info`)).body).toMatchObject({
      installationStatus: 'active',
      installationProvider: 'github',
      url: tree,
    });
    const told = { repoName: 'acme/docs', url: tree, installationProvider: 'github' };
    expect((await ada.api.get(space.path)).body).toMatchObject({ gitSync: told });
    const { items } = (await ada.api.get(`${org}/spaces`)).body;
    expect(items.find(({ id }) => id === space.id)).toMatchObject({ gitSync: told });
    expect((await send({ repoTreeURL: `${tree}/x` })).status).toBe(204);
    const { gitSync } = (await ada.api.get(space.path)).body;
    expect(gitSync).toMatchObject({ url: `${tree}/x` });
    expect(gitSync).not.toHaveProperty('installationProvider');
    expect((await send({ gitInfo: { url: 'javascript:alert(1)' } })).status).toBe(400);
    expect((await send({ gitInfo: { provider: 'sourceforge' } })).status).toBe(400);
  });

  it('change requests of an organization are listed of one space', async () => {
    const [one, other] = [await TestSpace.create(ada), await TestSpace.create(ada)];
    for (const { path } of [one, one, other]) taken(await ada.api.post(`${path}/change-requests`, { subject: 'x' }));
    const list = async (query: Record<string, string>) =>
      (await ada.api.get(`${org}/change-requests`, { query })).body.items.map(({ space }) => space);
    expect(await list({ space: one.id, finding: 'all' })).toEqual([one.id, one.id]);
    expect(await list({ space: 'nobody' })).toEqual([]);
  });

  it('sections are added and moved into section groups', async () => {
    const site = await TestSite.publish(server, ada, ['Guide']);
    const group = taken(await ada.api.post(`${site.path}/section-groups`, { title: 'Products' }));
    const { id: spaceId } = await TestSpace.create(ada);
    const added = await ada.api.post(`${site.path}/sections`, { spaceId, siteSectionGroupId: group.id, draft: false });
    expect(taken(added)).toMatchObject({ sectionGroup: group.id });
    const section = `${site.path}/sections/${added.body.id}`;
    expect(taken(await ada.api.patch(section, { siteSectionGroupId: null }))).not.toHaveProperty('sectionGroup');
    expect(taken(await ada.api.patch(section, { siteSectionGroupId: group.id }))).toMatchObject({
      sectionGroup: group.id,
    });
    expect((await ada.api.patch(section, { siteSectionGroupId: 'nobody' })).status).toBe(400);
    expect(taken(await ada.api.patch(section, { title: 'Other' }))).toMatchObject({ sectionGroup: group.id });
  });

  it('links of a site may lead to tags', async () => {
    const site = await TestSite.publish(server, ada, ['Guide']);
    const { body } = await ada.api.get(`${site.path}/customization`);
    const [shown] = (await ada.api.get(`${site.path}/site-spaces`)).body.items;
    const to = { kind: 'tag', tag: 'beta', space: (shown?.['space'] as { id: string }).id };
    const header = { ...(body['header'] as object), links: [{ title: 'Beta', to, links: [], style: 'link' }] };
    expect(taken(await ada.api.put(`${site.path}/customization`, { ...body, header }))).toMatchObject({
      header: { links: [{ to }] },
    });
  });

  it('members have no sites granted', async () => {
    const { body } = await ada.api.get(`${org}/members`);
    expect(body.items.map(({ sites }) => sites)).toEqual(body.items.map(() => 0));
  });

  it('what says nothing is let pass', async () => {
    const site = await TestSite.publish(server, ada, ['Guide']);
    expect((await ada.api.patch(site.path, { defaultLevel: 'inherit', styleguide: null })).status).toBe(200);
    const space = await TestSpace.create(ada);
    const request = taken(await ada.api.post(`${space.path}/change-requests`, { subject: 'x' }));
    expect((await ada.api.patch(`${space.path}/change-requests/${request.id}`, { links: [] })).status).toBe(200);
    const query = { schema: 'next' };
    const page = await space.insert('Page', 'Text.');
    const { documentId } = (await ada.api.get(`${space.path}/content/page/${page}`)).body;
    expect((await ada.api.get(`${space.path}/documents/${documentId}`, { query })).status).toBe(200);
    const path = { query: { cachedMetadata: true } };
    expect((await ada.api.get(`${space.path}/content/path/page`, path)).status).toBe(200);
  });
});
