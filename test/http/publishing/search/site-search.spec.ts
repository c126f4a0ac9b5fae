import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { taken, TestSite } from '../visits/visits.js';

describe('searching a site', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  /** By what their site spaces are called. */
  let spaces: Record<string, TestSpace>;
  let siteSpaces: Record<string, string>;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    site = await TestSite.publish(server, ada, ['Guide']);
    const path = `${site.path}/sections`;
    spaces = {};
    siteSpaces = {};
    for (const title of ['Old guide', 'Reference', 'Beta', 'Elsewhere']) {
      const space = await TestSpace.create(ada, { title, empty: true });
      await space.insert(`${title} page`, 'The walrus sings.');
      spaces[title] = space;
    }
    await addTo(path, 'Reference');
    await addTo(path, 'Beta');
    const [guide] = await site.siteSpaces();
    spaces.Guide = TestSpace.at(ada.api, (guide?.space as Json).id);
    await spaces.Guide.insert('Guide page', 'The walrus sings.');
    await addTo(`${site.path}/site-spaces`, 'Old guide', { sectionId: guide?.section });
    for (const { id, title } of await site.siteSpaces()) siteSpaces[title] = id;
    await site.patch({ adaptiveContent: { enabled: true } });
    const beta = (await ada.api.get(path)).body.items.find(({ title }) => title === 'Beta');
    taken(await ada.api.patch(`${path}/${beta?.id}`, { condition: 'visitor.claims.unsigned.beta == "true"' }));
    await server.runJobs();
  });

  afterAll(() => server.stop());

  const addTo = async (path: string, title: string, more: object = {}) =>
    taken(await ada.api.post(path, { spaceId: spaces[title]?.id, ...more }));
  const visitor = async (claims: Record<string, string> = {}) =>
    (await site.visit('', { visitor: { unsignedClaims: claims } })).api;
  const search = async (body: object, api: ApiClient = ada.api, query: Record<string, string | number> = {}) => {
    const {
      status,
      body: found,
      text,
    } = await api.post(`${site.path}/search`, { query: 'walrus', ...body }, { query });
    expect([status, text]).toEqual([200, text]);
    return found;
  };
  const titles = async (body: object, api?: ApiClient) =>
    (await search(body, api)).items.map(({ title }) => title).sort();

  it('finds spaces with their pages', async () => {
    const { items, count } = await search({ mode: 'specific', siteSpaceIds: [siteSpaces.Reference] });
    expect(count).toBe(1);
    expect(items).toMatchObject([
      {
        type: 'space',
        id: spaces.Reference?.id,
        title: 'Reference',
        pages: [{ type: 'page', title: 'Reference page', path: 'reference-page', ancestors: [], description: '' }],
      },
    ]);
  });

  it('searches the default site space of each section by default', async () => {
    const found = ['Beta', 'Guide', 'Reference'];
    expect(await titles({})).toEqual(found);
    expect(await titles({ scope: { mode: 'default' } })).toEqual(found);
    expect(await titles({ scope: { mode: 'default', currentSiteSpace: siteSpaces['Old guide'] } })).toEqual([
      'Beta',
      'Old guide',
      'Reference',
    ]);
    expect(await titles({ mode: 'current', siteSpaceId: siteSpaces.Reference })).toEqual(found);
  });

  it('searches the requested scope, in the terms of newer and older clients', async () => {
    const all = ['Beta', 'Guide', 'Old guide', 'Reference'];
    expect(await titles({ scope: { mode: 'all' } })).toEqual(all);
    expect(await titles({ mode: 'all' })).toEqual(all);
    const two = [siteSpaces.Reference, siteSpaces['Old guide'], 'unknown'];
    expect(await titles({ scope: { mode: 'specific', siteSpaceIds: two } })).toEqual(['Old guide', 'Reference']);
    expect(await titles({ siteSpaceIds: two })).toEqual(['Old guide', 'Reference']);
    expect(await titles({ siteSpaceIds: ['unknown'] })).toEqual([]);
    const current = { mode: 'default', currentSiteSpace: siteSpaces.Guide };
    expect(await titles({ scope: { ...current, restrictTo: 'currentSiteSpace' } })).toEqual(['Guide']);
    expect(await titles({ scope: { ...current, restrictTo: 'otherSiteSpaces' } })).toEqual(['Beta', 'Reference']);
  });

  it('finds for members what they reach of it, and nothing beside it', async () => {
    const reader = await server.member(ada.organization, 'read');
    await ada.api.patch(spaces.Reference?.path ?? '', { defaultLevel: null });
    expect(await titles({ mode: 'all' }, reader.api)).toEqual(['Beta', 'Guide', 'Old guide']);
    await ada.api.patch(spaces.Reference?.path ?? '', { defaultLevel: 'inherit' });
    const guest = await server.member(ada.organization, null);
    expect((await guest.api.post(`${site.path}/search`, { query: 'walrus' })).status).toBe(403);
    expect((await server.anonymous.post(`${site.path}/search`, { query: 'walrus' })).status).toBe(401);
  });

  it('finds for visitors what the site shows them', async () => {
    expect(await titles({ mode: 'all' }, await visitor())).toEqual(['Guide', 'Old guide', 'Reference']);
    expect(await titles({ siteSpaceIds: [siteSpaces.Beta] }, await visitor())).toEqual([]);
    expect(await titles({ mode: 'all' }, await visitor({ beta: 'true' }))).toContain('Beta');
  });

  it('finds for visitors nothing that their token does not read', async () => {
    const before = await visitor();
    await addTo(`${site.path}/sections`, 'Elsewhere');
    expect(await titles({ mode: 'all' }, before)).not.toContain('Elsewhere');
    expect(await titles({ mode: 'all' }, await visitor())).toContain('Elsewhere');
    const { items } = (await ada.api.get(`${site.path}/sections`)).body;
    await ada.api.delete(`${site.path}/sections/${items.find(({ title }) => title === 'Elsewhere')?.id}`);
  });

  it('leaves out site spaces that are in no menu unless they are named', async () => {
    const path = `${site.path}/site-spaces/${siteSpaces['Old guide']}`;
    taken(await ada.api.patch(path, { hidden: true }));
    expect(await titles({ mode: 'all' })).not.toContain('Old guide');
    expect(await titles({ siteSpaceIds: [siteSpaces['Old guide']] })).toEqual(['Old guide']);
    taken(await ada.api.patch(path, { hidden: false }));
  });

  it('shows visitors no page under a condition that does not hold for them, nor any below it', async () => {
    const { Guide: guide } = spaces;
    const secret =
      (await guide?.insert('Secret', 'A narwhal.', { condition: 'visitor.claims.unsigned.vip == "yes"' })) ?? '';
    await guide?.insert('Below', 'A narwhal, too.', { into: secret });
    await guide?.insert('Open', 'No narwhal.');
    await server.runJobs();
    const found = async (api: ApiClient) =>
      (await search({ query: 'narwhal' }, api)).items.flatMap(({ pages }) => pages.map(({ title }) => title)).sort();
    expect(await found(await visitor())).toEqual(['Open']);
    expect(await found(await visitor({ vip: 'yes' }))).toEqual(['Below', 'Open', 'Secret']);
    expect(await found(ada.api)).toEqual(['Below', 'Open', 'Secret']);
    await guide?.update(secret, { condition: null });
    await server.runJobs();
    expect(await found(await visitor())).toEqual(['Below', 'Open', 'Secret']);
  });

  it('shows visitors nothing of blocks that they do not see', async () => {
    await spaces.Guide?.insert(
      'Prices',
      'The okapi costs something.\n\n{% if visitor.claims.unsigned.vip === "yes" %}\n\nFor you the okapi is free.\n\n{% endif %}\n',
    );
    await server.runJobs();
    const found = async (api: ApiClient) => JSON.stringify((await search({ query: 'okapi' }, api)).items);
    expect(await found(await visitor())).toContain('The okapi costs something.');
    expect(await found(await visitor())).not.toContain('free');
    expect(await found(await visitor({ vip: 'yes' }))).toContain('For you the okapi is free.');
  });

  it('is read page by page, each as long as wanted, whatever is left out', async () => {
    const api = await visitor();
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const query: Record<string, string | number> = { limit: 1, ...(page === undefined ? {} : { page }) };
      const found = await search({ mode: 'all' }, api, query);
      expect(found.items).toHaveLength(1);
      seen.push(...found.items.map(({ title }) => title));
      page = found.next?.page;
    } while (page !== undefined);
    expect(seen.sort()).toEqual(['Guide', 'Old guide', 'Reference']);
  });

  it('refuses a query that is too long, and a scope that says nothing', async () => {
    const refused = async (body: object) => (await ada.api.post(`${site.path}/search`, body)).status;
    expect(await refused({ query: 'x'.repeat(513) })).toBe(400);
    expect(await refused({ mode: 'all' })).toBe(400);
    expect(await refused({ query: 'x', scope: { mode: 'nowhere' } })).toBe(400);
    expect(await refused({ query: 'x', scope: null })).toBe(400);
    expect(await refused({ query: 'x', scope: { mode: 'specific' } })).toBe(400);
    expect(await refused({ query: 'x', mode: 'specific' })).toBe(400);
    expect((await search({ query: '' })).items).toEqual([]);
  });

  it('does not answer a visitor what another was answered under the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'the same' };
    const body = { query: 'walrus', mode: 'all' };
    const ask = async (api: ApiClient) => (await api.post(`${site.path}/search`, body, { headers })).body.items.length;
    expect(await ask(await visitor({ beta: 'true' }))).toBe(4);
    expect(await ask(await visitor())).toBe(3);
  });

  it('is not there for visitors of another site', async () => {
    const other = await TestSite.publish(server, ada, ['Other']);
    const { api } = await other.visit();
    expect((await api.post(`${site.path}/search`, { query: 'walrus' })).status).toBe(404);
  });
});
