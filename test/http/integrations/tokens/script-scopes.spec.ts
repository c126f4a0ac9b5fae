import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, Json } from '#testing/api-client';
import { TestChangeRequest } from '#testing/test-change-request';
import { publication, scriptOf } from '#testing/test-integration';
import { TestServer } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { ScriptTokens } from '../../../../src/integrations/tokens/domain/script-tokens.js';
import type { Owner } from '../../authorization/records.js';

let names = 0;

/** An integration that is installed on an organization, with the token of its installation. */
interface Installed {
  base: string;
  at: string;
  id: string;
  script: ApiClient;
  publish: (scopes: readonly string[], body?: string) => Promise<void>;
}

describe('the scopes of a script', () => {
  let server: TestServer;
  let ada: Owner;
  let guide: TestSpace;
  let handbook: TestSpace;

  beforeAll(async () => {
    server = await TestServer.shared();
    await server.listen();
    ada = await server.administrator();
    [guide, handbook] = [await TestSpace.create(ada), await TestSpace.create(ada)];
    await guide.insert('Welcome', 'How tulips are planted.');
    await handbook.insert('Rules', 'When tulips are picked.');
    await deliver();
  });
  afterAll(() => server.stop());

  async function deliver(): Promise<void> {
    for (let work = 1; work > 0;) work = (await server.drain()) + (await server.runJobs()).length;
  }

  async function install(scopes: readonly string[], body = ''): Promise<Installed> {
    const base = `/v1/integrations/scoped-${Date.now()}-${names++}`;
    const publish = async (now: readonly string[], what = ''): Promise<void> => {
      const sent = publication(ada.organization, { script: scriptOf(what), scopes: now });
      expect((await ada.api.post(base, sent)).status).toBe(200);
    };
    await publish(scopes, body);
    const { id } = (await ada.api.post(`${base}/installations`, { organization: ada.organization })).body;
    const [row] = await server.rows<{ id: string }>('select id from integrations.integration where name = $1', [
      base.split('/').at(-1),
    ]);
    const identity = { integrationId: row?.id ?? '', installation: { id, organizationId: ada.organization }, depth: 0 };
    const token = await server.app.get(ScriptTokens, { strict: false }).mint(identity, server.clock.now());
    return { base, at: `${base}/installations/${id}`, id, script: server.as(token), publish };
  }

  const makeSite = async (title: string, spaces: string[] = []): Promise<string> =>
    (await ada.api.post(`/v1/orgs/${ada.organization}/sites`, { title, spaces })).body.id;
  const listed = async (script: ApiClient): Promise<string[]> =>
    (await script.get(`/v1/orgs/${ada.organization}/spaces`)).body.items.map(({ id }) => id).sort();
  const found = async (script: ApiClient): Promise<string[]> =>
    (await script.get(`/v1/orgs/${ada.organization}/search`, { query: { query: 'tulips' } })).body.items
      .map(({ id }) => id)
      .sort();
  const statusOf = async (script: ApiClient, { path }: TestSpace): Promise<number> =>
    (await script.get(`${path}/content`)).status;
  const enableOn = (installed: Installed, space: TestSpace) =>
    ada.api.post(`${installed.at}/spaces`, { space: space.id });
  const both = (): string[] => [guide.id, handbook.id].sort();

  it('reach the spaces that its installation covers: all', async () => {
    const { script } = await install(['space:content:read']);
    expect(await listed(script)).toEqual(both());
    expect(await found(script)).toEqual(both());
    expect(await statusOf(script, guide)).toBe(200);
    const { items } = (await script.get(`/v1/orgs/${ada.organization}/spaces`)).body;
    const read = (await script.get(guide.path)).body;
    for (const { permissions } of [...items, read] as Json[])
      expect(permissions).toMatchObject({ view: true, edit: false, admin: false });
  });

  it('reach the spaces that its installation covers: selected ones, and those where it is not paused', async () => {
    const installed = await install(['space:content:read']);
    const { script, at } = installed;
    await ada.api.patch(at, { space_selection: 'selected' });
    expect(await listed(script)).toEqual([]);
    expect(await statusOf(script, guide)).toBe(404);
    expect((await enableOn(installed, guide)).status).toBe(201);
    expect(await listed(script)).toEqual([guide.id]);
    expect(await found(script)).toEqual([guide.id]);
    expect([await statusOf(script, guide), await statusOf(script, handbook)]).toEqual([200, 404]);

    await ada.api.patch(`${at}/spaces/${guide.id}`, { status: 'paused' });
    expect(await statusOf(script, guide)).toBe(404);
    await ada.api.patch(at, { space_selection: 'all' });
    expect(await listed(script)).toEqual([handbook.id]);
    expect(await found(script)).toEqual([handbook.id]);
    expect([await statusOf(script, guide), await statusOf(script, handbook)]).toEqual([404, 200]);

    await ada.api.delete(`${at}/spaces/${guide.id}`);
    expect(await listed(script)).toEqual(both());
    expect(await statusOf(script, guide)).toBe(200);
  });

  it('are those of the newest version, from the next request on', async () => {
    const { script, publish } = await install([]);
    expect(await statusOf(script, guide)).toBe(403);
    await publish(['space:content:read']);
    expect(await statusOf(script, guide)).toBe(200);
    await publish(['space:metadata:read']);
    expect(await statusOf(script, guide)).toBe(403);
    expect((await script.get(guide.path)).status).toBe(200);
  });

  it('of metadata do not read content, and of reading do not write', async () => {
    const { script } = await install(['space:metadata:read', 'space:content:read']);
    expect((await script.patch(guide.path, { title: 'Taken' })).status).toBe(403);
    expect((await guide.as(script).send([{ operation: 'insert_page', title: 'No' }])).status).toBe(403);
    const { script: renaming } = await install(['space:metadata:write', 'space:metadata:read']);
    const renamed = await TestSpace.create(ada);
    expect((await renaming.patch(renamed.path, { title: 'Renamed' })).body).toMatchObject({ title: 'Renamed' });
    expect(await statusOf(renaming, renamed)).toBe(403);
    expect((await renaming.delete(renamed.path)).status).toBe(403);
    await ada.api.delete(renamed.path);
    expect((await renaming.get(renamed.path)).status).toBe(404);
  });

  it('let it write as itself: in change requests, revisions and the audit trail it has the name of its integration', async () => {
    const { script, id, base } = await install(['space:content:read', 'space:content:write']);
    const space = await TestSpace.create(ada);
    const request = await TestChangeRequest.create(space.as(script), 'By a script');
    await request.insert('New', 'By a script.');
    const author = { object: 'user', id, displayName: 'Weather' };
    expect(await request.as(ada.api).read()).toMatchObject({ createdBy: author });
    const merged = await script.post(`${request.path}/merge`);
    expect(merged.status).toBe(200);
    expect(await space.paths()).toEqual(['new']);
    await deliver();
    const { items } = (await ada.api.get(`/v1/orgs/${ada.organization}/audit-events`, { query: { actor: id } })).body;
    expect(items).not.toEqual([]);
    for (const item of items)
      expect(item).toMatchObject({ source: 'api', actor: { type: 'integration', id, label: base.split('/').at(-1) } });
  });

  it('reach the sites that its installation covers, and set what their visitors are asked for', async () => {
    const [shown, other] = [await makeSite('Docs', [(await TestSpace.create(ada)).id]), await makeSite('Other')];
    const installed = await install(['site:metadata:read', 'site:adaptive:read', 'site:adaptive:write']);
    const { script, at } = installed;
    const sites = `/v1/orgs/${ada.organization}/sites`;
    const listedSites = async (): Promise<string[]> => (await script.get(sites)).body.items.map(({ id }) => id);
    expect(await listedSites()).toEqual(expect.arrayContaining([shown, other]));
    await ada.api.patch(at, { site_selection: 'selected' });
    expect(await listedSites()).toEqual([]);
    await ada.api.post(`${at}/sites`, { siteId: shown });
    expect(await listedSites()).toEqual([shown]);
    const read = (await script.get(`${sites}/${shown}`)).body;
    expect(read).toMatchObject({ id: shown, permissions: { view: true, admin: false } });
    expect((await script.get(`${sites}/${other}`)).status).toBe(404);

    const jsonSchema = {
      type: 'object',
      properties: { plan: { type: 'string', description: 'What was bought' } },
      additionalProperties: false,
    };
    expect((await script.put(`${sites}/${shown}/adaptive-schema`, { jsonSchema })).status).toBe(200);
    expect((await ada.api.get(`${sites}/${shown}/adaptive-schema`)).body).toMatchObject({ jsonSchema });
    expect((await script.put(`${sites}/${other}/adaptive-schema`, { jsonSchema })).status).toBe(404);
    await ada.api.post(`${sites}/${shown}/publish`);
    expect((await ada.api.patch(`${sites}/${shown}`, { adaptiveContent: { enabled: true } })).status).toBe(200);
    expect((await script.put(`${sites}/${shown}/adaptive-schema`, { jsonSchema })).status).toBe(200);
    expect((await script.patch(`${sites}/${shown}`, { title: 'Taken' })).status).toBe(403);
  });

  it('end a chain of scripts that write when they hear of what was written', async () => {
    const body = `if (event.type === 'space_content_updated') await call('POST', '/spaces/' + event.spaceId + '/content',
      { changes: [{ operation: 'insert_page', title: 'Page of ' + event.eventId }] });`;
    const installed = await install(['space:content:read', 'space:content:write'], body);
    await ada.api.patch(installed.at, { space_selection: 'selected' });
    const space = await TestSpace.create(ada);
    await enableOn(installed, space);
    await deliver();
    await space.insert('First');
    await deliver();
    const { length } = await space.paths();
    expect(length).toBeGreaterThan(3);
    expect(length).toBeLessThan(15);
  });
});
