import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '#testing/api-client';
import { publication } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

type Administrator = TestUser & { organization: string };

const CONFIGURATIONS = {
  account: {
    properties: {
      region: { type: 'string', enum: ['eu', 'us'] },
      days: { type: 'number' },
      metric: { type: 'boolean' },
    },
    required: ['region'],
  },
  site: { properties: { tag: { type: 'string' } }, required: ['tag'] },
};

let names = 0;

describe('installations', () => {
  let server: TestServer;
  let ada: Administrator;
  let eve: Administrator;
  let space: TestSpace;
  let site: string;
  let name: string;
  let base: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    [ada, eve] = [await server.administrator(), await server.administrator()];
    space = await TestSpace.create(ada);
    const { body } = await ada.api.post(`/v1/orgs/${ada.organization}/sites`, { title: 'Docs', spaces: [space.id] });
    site = body.id;
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    name = `installed-${Date.now()}-${names++}`;
    base = `/v1/integrations/${name}`;
    await publish({ configurations: CONFIGURATIONS, visibility: 'public' });
  });

  async function publish(more: object): Promise<void> {
    const { status, text } = await ada.api.post(base, publication(ada.organization, more));
    expect([status, text]).toEqual([200, text]);
  }
  const install = (who: Administrator = ada): Promise<Answer> =>
    who.api.post(`${base}/installations`, { organization: who.organization });
  async function installed(who: Administrator = ada): Promise<string> {
    return `${base}/installations/${(await install(who)).body.id}`;
  }
  const statusOf = async (at: string): Promise<unknown> => (await ada.api.get(at)).body['status'];
  const stored = async (): Promise<string> => {
    const { rows } = await server.pool.query(
      'select configuration_sealed, signing_secret_sealed from integrations.installation',
    );
    return JSON.stringify(rows);
  };

  it('are made once for an organization, and say what they are', async () => {
    const { status, body, headers } = await install();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^\w{20}$/),
      status: 'pending',
      space_selection: 'all',
      site_selection: 'all',
      spaces: 0,
      configuration: {},
      externalIds: [],
      target: { organization: ada.organization },
      urls: {
        location: `http://quire.test${base}/installations/${body.id}`,
        publicEndpoint: `http://quire.test/integrations/${name}/installations/${body.id}`,
      },
    });
    expect(headers['location']).toBe(body.urls['location']);
    const again = await install();
    expect([again.status, again.body.id]).toEqual([201, body.id]);
  });

  it('of an integration for spaces or sites alone begin without any of them', async () => {
    await publish({ target: 'site' });
    expect((await install()).body).toMatchObject({ space_selection: 'selected', site_selection: 'selected' });
  });

  it('are active as soon as all is set that is required, and pending again when it is taken away', async () => {
    const at = await installed();
    for (const [configuration, status] of [
      [{ days: 3 }, 'pending'],
      [{ region: 'eu' }, 'active'],
      [{ region: '' }, 'pending'],
      [{ region: 'us', token: { of: 'another service' } }, 'active'],
    ] as const) {
      const { body } = await ada.api.patch(at, { configuration });
      expect([body['status'], body['configuration']]).toEqual([status, configuration]);
    }
  });

  it.each([
    ['another type than declared', { configuration: { days: 'three' } }],
    ['a value that the enumeration lacks', { configuration: { region: 'asia' } }],
    ['too much', { configuration: { text: 'x'.repeat(70_000) } }],
    ['six external ids', { externalIds: ['1', '2', '3', '4', '5', '6'] }],
    ['a status that follows from what is set', { status: 'pending' }],
  ])('refuse %s, and stay as they were', async (_what, change) => {
    const at = await installed();
    await ada.api.patch(at, { configuration: { region: 'eu' } });
    expect((await ada.api.patch(at, change)).status).toBe(400);
    expect((await ada.api.get(at)).body).toMatchObject({ status: 'active', configuration: { region: 'eu' } });
  });

  it('are paused and go on as administrators say, with what is set', async () => {
    const at = await installed();
    await ada.api.patch(at, { configuration: { region: 'eu' } });
    expect((await ada.api.patch(at, { status: 'paused' })).body['status']).toBe('paused');
    expect((await ada.api.patch(at, { configuration: { region: 'us' } })).body['status']).toBe('paused');
    expect((await ada.api.patch(at, { status: 'active' })).body['status']).toBe('active');
  });

  it('are found by their external ids', async () => {
    const at = await installed();
    await ada.api.patch(at, { externalIds: ['team-1', 'team-2'] });
    const found = async (externalId: string): Promise<number> =>
      (await ada.api.get(`${base}/installations`, { query: { externalId } })).body.items.length;
    expect([await found('team-2'), await found('team-3')]).toEqual([1, 0]);
  });

  it('keep what is set for them encrypted', async () => {
    const at = await installed();
    await ada.api.patch(at, { configuration: { region: 'eu', token: 'not-in-the-table' } });
    expect(await stored()).not.toContain('not-in-the-table');
  });

  it('tell their script of each change with what was before, and not of a change that changes nothing', async () => {
    const at = await installed();
    await server.drain();
    const before = await eventsOf('integrations.installation-updated');
    await ada.api.patch(at, { configuration: { region: 'eu' } });
    await ada.api.patch(at, { configuration: { region: 'eu' } });
    await ada.api.patch(at, { space_selection: 'selected' });
    const events = (await eventsOf('integrations.installation-updated')).slice(before.length);
    expect(events.map(({ status, previous }) => [status, (previous as Json)['status']])).toEqual([
      ['active', 'pending'],
      ['active', 'active'],
    ]);
  });

  it('show members that they are there, and administrators alone what is set', async () => {
    const at = await installed();
    await ada.api.patch(at, { configuration: { region: 'eu' } });
    const bob = await server.member(ada.organization, 'read');
    const guest = await server.member(ada.organization, null);
    expect((await bob.api.get(at)).body).toMatchObject({ status: 'active', configuration: {} });
    expect((await bob.api.patch(at, { configuration: {} })).status).toBe(403);
    expect((await bob.api.delete(at)).status).toBe(403);
    expect((await guest.api.get(at)).status).toBe(403);
    expect((await eve.api.get(at)).status).toBe(404);
    expect((await eve.api.patch(at, { configuration: {} })).status).toBe(404);
    expect((await eve.api.delete(at)).status).toBe(204);
    expect(await statusOf(at)).toBe('active');
  });

  it('of another organization are hidden, even from those who publish the integration', async () => {
    const [own, foreign] = [await installed(), await installed(eve)];
    const { items } = (await ada.api.get(`${base}/installations`)).body;
    expect(items.map(({ id }) => id)).toEqual([own.split('/').at(-1)]);
    expect((await ada.api.get(foreign)).status).toBe(404);
  });

  it('of a private integration are made on its own organization only', async () => {
    await publish({ visibility: 'private' });
    expect((await install(eve)).status).toBe(404);
    expect((await install(ada)).status).toBe(201);
  });

  it('are gone while the integration is un-published, and as they were when it is back', async () => {
    const at = await installed();
    await ada.api.patch(at, { configuration: { region: 'eu' } });
    await ada.api.delete(base);
    expect((await ada.api.get(at)).status).toBe(404);
    await publish({ configurations: CONFIGURATIONS });
    expect((await ada.api.get(at)).body).toMatchObject({ status: 'active', configuration: { region: 'eu' } });
  });

  it('are enabled on spaces and sites, with what is set there', async () => {
    const at = await installed();
    const [onSpace, onSite] = [
      await ada.api.post(`${at}/spaces`, { space: space.id }),
      await ada.api.post(`${at}/sites`, { siteId: site }),
    ];
    expect([onSpace.status, onSpace.body['space'], onSpace.body['status']]).toEqual([201, space.id, 'active']);
    expect([onSite.status, onSite.body['site'], onSite.body['status']]).toEqual([201, site, 'pending']);
    expect(onSite.headers['location']).toBe(`http://quire.test${at}/sites/${site}`);
    const { body } = await ada.api.patch(`${at}/sites/${site}`, { configuration: { tag: 'G-1' }, externalIds: ['x'] });
    expect(body).toMatchObject({ integration: name, status: 'active', configuration: { tag: 'G-1' } });
    expect((await ada.api.get(at)).body['spaces']).toBe(1);
    const found = await ada.api.get(`${base}/sites`, { query: { externalId: 'x', extended: true } });
    expect(found.body.items).toMatchObject([{ site: { object: 'site', id: site } }]);
    const { items } = (await ada.api.get(`${at}/spaces`, { query: { extended: true } })).body;
    expect(items).toMatchObject([{ space: { object: 'space', id: space.id } }]);
    expect((await ada.api.post(`${at}/spaces`, { space: space.id })).status).toBe(201);
    expect((await ada.api.get(`${at}/spaces`)).body.items).toHaveLength(1);
    expect((await ada.api.delete(`${at}/spaces/${space.id}`)).status).toBe(204);
    expect((await ada.api.delete(`${at}/spaces/${space.id}`)).status).toBe(204);
    expect((await ada.api.get(`${at}/spaces/${space.id}`)).status).toBe(404);
  });

  it('are enabled on no space or site of another organization, nor where the integration is not for it', async () => {
    const at = await installed();
    const foreign = await TestSpace.create(eve);
    expect((await ada.api.post(`${at}/spaces`, { space: foreign.id })).status).toBe(404);
    expect((await ada.api.post(`${at}/sites`, { siteId: foreign.id })).status).toBe(404);
    await publish({ configurations: CONFIGURATIONS, target: 'site' });
    expect((await ada.api.post(`${at}/spaces`, { space: space.id })).status).toBe(409);
  });

  it('are enabled by administrators of the space', async () => {
    const at = await installed();
    const bob = await server.member(ada.organization, 'create');
    expect((await bob.api.post(`${at}/spaces`, { space: space.id })).status).toBe(403);
    await ada.api.post(`${at}/spaces`, { space: space.id });
    expect((await bob.api.get(`${at}/spaces/${space.id}`)).status).toBe(403);
    expect((await bob.api.get(`${at}/spaces`)).status).toBe(403);
  });

  it('tell their script of everything that ends with them', async () => {
    const at = await installed();
    await ada.api.post(`${at}/spaces`, { space: space.id });
    await server.drain();
    expect((await ada.api.delete(at)).status).toBe(204);
    expect((await ada.api.get(at)).status).toBe(404);
    expect((await eventsOf('integrations.target-installation-deleted')).at(-1)).toMatchObject({ target: space.id });
    expect((await eventsOf('integrations.installation-deleted')).at(-1)).toMatchObject({
      organization: ada.organization,
    });
  });

  it('end on a site that is deleted', async () => {
    const at = await installed();
    const { id } = (await ada.api.post(`/v1/orgs/${ada.organization}/sites`, { title: 'Short' })).body;
    await ada.api.post(`${at}/sites`, { siteId: id });
    await ada.api.delete(`/v1/orgs/${ada.organization}/sites/${id}`);
    await server.drain();
    expect((await ada.api.get(`${at}/sites`)).body.items).toEqual([]);
  });

  it('are listed for their organization, its spaces and its sites', async () => {
    const at = await installed();
    const org = `/v1/orgs/${ada.organization}`;
    const listed = async (path: string, query: Record<string, string> = {}): Promise<Json[]> =>
      (await ada.api.get(path, { query })).body.items;
    expect(await listed(`${org}/installations`, { search: name.toUpperCase() })).toMatchObject([
      { installation: { id: at.split('/').at(-1) }, integration: { name } },
    ]);
    const named = (items: Json[]): unknown[] => items.filter(({ name: own }) => own === name);
    expect(named(await listed(`${org}/sites/${site}/integrations`, { search: name }))).toHaveLength(1);
    expect(named(await listed(`/v1/spaces/${space.id}/integrations`))).toHaveLength(1);
    await ada.api.patch(at, { space_selection: 'selected' });
    expect(named(await listed(`/v1/spaces/${space.id}/integrations`))).toHaveLength(0);
    await ada.api.post(`${at}/spaces`, { space: space.id });
    expect(named(await listed(`/v1/spaces/${space.id}/integrations`))).toHaveLength(1);
    const statuses = await listed(`${org}/integrations/installations-status`);
    expect(statuses.find(({ integration }) => (integration as Json).name === name)).toMatchObject({
      status: 'pending',
    });
    const onSpaces = await listed(`${org}/integrations/installations-status`, { target: 'space' });
    expect(onSpaces.map(({ integration }) => (integration as Json).name)).toContain(name);
    expect((await ada.api.get(`${org}/integrations/${name}/installation_status`)).body).toEqual({ status: 'pending' });
    expect((await eve.api.get(`/v1/orgs/${eve.organization}/integrations/${name}/installation_status`)).status).toBe(
      404,
    );
  });

  it('are one where many install at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => install()));
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(new Set(answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))).size).toBe(1);
  });

  async function eventsOf(kind: string): Promise<Record<string, unknown>[]> {
    const { rows } = await server.pool.query<{ payload: Record<string, unknown> }>(
      'select payload from public.event where name = $1 order by id',
      [kind],
    );
    return rows.map(({ payload }) => payload);
  }
});
