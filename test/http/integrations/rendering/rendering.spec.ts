import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '#testing/api-client';
import { TestServer } from '#testing/test-server';
import { TestSite } from '../../publishing/visits/visits.js';
import { ECHO, echoOf, scriptOf, TestComponents } from './components.js';

/** Counts by an action, and saves by another. */
const COUNTER = scriptOf(`
  if (event.action?.action === 'save') return new Response(JSON.stringify({ type: 'complete', returnValue: { saved: event.state } }));
  const count = (event.state?.count ?? 0) + (event.action?.action === 'add' ? event.action.by : 0);
  const type = event.context.type === 'document' ? 'block' : 'configuration';
  return show({ type, children: [
    { type: 'input', label: 'Name', element: { type: 'textinput', state: 'name' } },
    text('Count: ', count),
    { type: 'button', label: 'More', onPress: { action: 'add', by: 2 } },
    { type: 'button', label: 'Help', onPress: { action: '@ui.url.open', url: 'https://example.com/help' } },
    { type: 'button', label: 'Edit', onPress: { action: '@editor.node.updateProps', props: { city: 'Rome' } } },
    { type: 'button', label: 'Save', onPress: { action: 'save' } },
  ] }, { state: { ...event.state, count }, props: { ...event.props, seen: true } });`);

describe('components of integrations', () => {
  let server: TestServer;
  let components: TestComponents;
  let ada: TestComponents['ada'];

  beforeAll(async () => {
    server = await TestServer.shared();
    components = await TestComponents.make(server);
    ({ ada } = components);
    await components.publish(ECHO);
    await components.install();
    await server.listen();
  });
  afterAll(() => server.stop());
  beforeEach(() => components.publish(ECHO));

  it('are rendered by the script, which gets the event as its library expects it', async () => {
    const { event, environment } = echoOf(
      await components.post(ada.api, { state: { a: 1 }, action: { action: 'go', to: 'x' } }),
    );
    expect(event).toEqual({
      eventId: expect.any(String),
      type: 'ui_render',
      installationId: components.installation,
      spaceId: components.space,
      auth: { userId: ada.id },
      componentId: 'weather',
      props: { city: 'Lyon' },
      state: { a: 1 },
      action: { action: 'go', to: 'x' },
      context: { type: 'document', theme: 'light', spaceId: components.space, editable: false },
    });
    expect(environment).toMatchObject({
      installation: { id: components.installation },
      spaceInstallation: { space: components.space },
    });
    const first = echoOf(await components.post(ada.api));
    expect([first.event['state'], first.event['action']]).toEqual([undefined, undefined]);
  });

  it('are the same with POST and with GET', async () => {
    await components.publish(COUNTER);
    const more = { state: { count: 1 }, action: { action: 'add', by: 2 } };
    const [posted, got] = [await components.post(ada.api, more), await components.get(ada.api, more)];
    expect(posted.status).toBe(200);
    expect(got.body).toEqual(posted.body);
    expect(posted.body).toMatchObject({ type: 'element', state: { count: 3 }, props: { city: 'Lyon', seen: true } });
    const { element } = posted.body as unknown as { element: { type: string; children: object[] } };
    expect(element.children).toContainEqual({ type: 'text', children: ['Count: ', '3'] });
    expect(element.children).toContainEqual(
      expect.objectContaining({ onPress: { action: '@editor.node.updateProps', props: { city: 'Rome' } } }),
    );
  });

  it('keep what was entered on a screen where the script does not accept it, and show a notice in pages', async () => {
    await components.publish(scriptOf(`return new Response('{"error":"No such city"}', { status: 400 });`));
    const action = { action: 'save' };
    const screen = {
      componentId: 'of-space',
      context: { type: 'configuration_space', spaceId: components.space, theme: 'light' },
    };
    const refused = await components.post(ada.api, { ...screen, action });
    expect([refused.status, refused.body['error']]).toEqual([
      400,
      expect.objectContaining({ message: 'No such city' }),
    ]);
    for (const shown of [screen, { action }, {}]) expect((await components.post(ada.api, shown)).status).toBe(200);
    await components.publish(scriptOf(`return new Response('{"error":"Broken"}', { status: 500 });`));
    expect((await components.post(ada.api, { ...screen, action })).status).toBe(200);
  });

  it('end with what they return', async () => {
    await components.publish(COUNTER);
    const { status, body } = await components.post(ada.api, { state: { name: 'x' }, action: { action: 'save' } });
    expect([status, body]).toEqual([200, { type: 'complete', returnValue: { saved: { name: 'x' } } }]);
  });

  it('may be kept for as long as the script says, by the client that was given them', async () => {
    const cached = async (header: string | undefined): Promise<(string | undefined)[]> => {
      const headers = header === undefined ? '{}' : JSON.stringify({ 'cache-control': header });
      await components.publish(scriptOf(`return show({ type: 'block', children: [] }, {}, ${headers});`));
      const answers = [await components.get(ada.api), await components.post(ada.api)];
      return answers.map((answer) => answer.headers['cache-control']);
    };
    expect(await cached('max-age=600')).toEqual(['private, max-age=600', 'private, max-age=600']);
    expect((await cached('public, max-age=999999999'))[0]).toBe('private, max-age=86400');
    for (const none of [undefined, 'max-age=0', 'no-store, max-age=60', 'max-age=x', 'x-max-age=60'])
      expect((await cached(none))[0]).toBe('private, no-cache');
    const { headers } = await components.get(ada.api);
    const again = await ada.api.get(`${components.path}/render`, {
      query: { request: 'x' },
      headers: { 'if-none-match': headers['etag'] ?? '' },
    });
    expect(again.status).toBe(400);
  });

  it('say that a page is edited only where the caller may edit it', async () => {
    const reader = await server.member(ada.organization, 'read');
    const context = { type: 'document', spaceId: components.space, editable: true, theme: 'dark' };
    expect(echoOf(await components.post(ada.api, { context })).event['context']).toEqual(context);
    expect(echoOf(await components.post(reader.api, { context })).event['context']).toEqual({
      ...context,
      editable: false,
    });
  });

  it('are for all readers of a page, visitors of its site included, who have no id', async () => {
    const site = TestSite.at(server, ada, components.site);
    await ada.api.post(`${site.path}/publish`);
    const { api: visitor } = await site.visit();
    const { event } = echoOf(await components.post(visitor));
    expect(event).not.toHaveProperty('auth');
    expect((await components.get(visitor)).status).toBe(200);
    const other = await TestComponents.make(server);
    expect((await components.post(visitor, { context: { type: 'document', spaceId: other.space } })).status).toBe(404);
    for (const context of configurations())
      expect((await components.post(visitor, { ...context })).status).toBeGreaterThanOrEqual(403);
    expect((await components.post(server.anonymous)).status).toBe(401);
  });

  const configurations = (): { componentId: string; context: object }[] => [
    {
      componentId: 'account',
      context: { type: 'configuration_account', organizationId: ada.organization, theme: 'light' },
    },
    { componentId: 'of-space', context: { type: 'configuration_space', spaceId: components.space, theme: 'light' } },
    { componentId: 'of-site', context: { type: 'configuration_site', siteId: components.site, theme: 'light' } },
    {
      componentId: 'of-source',
      context: { type: 'configuration_contentsource', organizationId: ada.organization, theme: 'light' },
    },
    {
      componentId: 'of-source',
      context: {
        type: 'configuration_contentsource',
        organizationId: ada.organization,
        spaceId: components.space,
        theme: 'light',
      },
    },
  ];

  it('configure, for those who administer what is configured', async () => {
    const [account, space, site] = await Promise.all(
      configurations().map(async (request) => echoOf(await components.post(ada.api, request))),
    );
    expect(account?.event).not.toHaveProperty('spaceId');
    expect(account?.event['context']).toEqual({
      type: 'configuration_account',
      organizationId: ada.organization,
      theme: 'light',
    });
    expect(space?.event).toMatchObject({ spaceId: components.space, auth: { userId: ada.id } });
    expect(site?.event).toMatchObject({ siteId: components.site });
    expect(site?.environment).toMatchObject({ siteInstallation: { site: components.site } });
    const statuses = async (api: ApiClient): Promise<number[]> =>
      Promise.all(configurations().map(async (request) => (await components.post(api, request)).status));
    expect(await statuses((await server.member(ada.organization, 'edit')).api)).toEqual([403, 403, 403, 403, 200]);
    expect(await statuses((await server.member(ada.organization, null)).api)).toEqual([403, 404, 403, 403, 404]);
    expect(await statuses((await server.administrator()).api)).toEqual([404, 404, 404, 404, 404]);
  });

  it('that configure are nothing else, and act only with POST', async () => {
    const document = (components.request() as { context: object }).context;
    for (const { componentId } of configurations())
      expect((await components.post(ada.api, { componentId, context: document })).status).toBe(404);
    const [account] = configurations();
    expect((await components.post(ada.api, { ...account, componentId: 'weather' })).status).toBe(404);
    expect((await components.post(ada.api, { componentId: 'opened-by-another' })).status).toBe(200);
    expect((await components.get(ada.api, account)).status).toBe(200);
    expect((await components.get(ada.api, { ...account, action: { action: 'save' } })).status).toBe(400);
  });

  it('have a scope of their own for restricted tokens', async () => {
    const tokenWith = async (scope: string): Promise<ApiClient> =>
      server.as((await ada.api.post('/v1/user/tokens', { label: 'x', scopes: [scope] })).body.token);
    expect((await components.post(await tokenWith('integration:installations:write'))).status).toBe(200);
    expect((await components.post(await tokenWith('space:read'))).status).toBe(403);
  });

  it('are not there where the integration is not installed, paused or covers something else', async () => {
    const lone = await TestComponents.make(server);
    await lone.publish(ECHO);
    const status = async (more: object = {}): Promise<number> => (await lone.post(lone.ada.api, more)).status;
    expect(await status()).toBe(404);
    await lone.install();
    expect(await status()).toBe(200);
    expect((await components.post(ada.api, { context: { type: 'document', spaceId: lone.space } })).status).toBe(404);
    expect((await lone.ada.api.post('/v1/integrations/unknown/render', lone.request())).status).toBe(404);
    const at = `${lone.path}/installations/${lone.installation}`;
    await lone.ada.api.delete(`${at}/spaces/${lone.space}`);
    expect(await status()).toBe(200);
    await lone.ada.api.patch(at, { space_selection: 'selected' });
    expect(await status()).toBe(404);
    await lone.ada.api.patch(at, { space_selection: 'all' });
    await lone.ada.api.patch(at, { status: 'paused' });
    expect(await status()).toBe(404);
    await lone.ada.api.patch(at, { status: 'active' });
    expect(await status()).toBe(200);
    await lone.ada.api.delete(`/v1/spaces/${lone.space}`);
    expect(await status()).toBe(404);
  });

  it('are shown in pages only when the installation is set up; screens set it up', async () => {
    const lone = await TestComponents.make(server);
    const configurations = {
      space: { properties: { key: { type: 'string' } }, required: ['key'] },
      account: { componentId: 'account' },
    };
    await lone.publish(ECHO, { configurations });
    await lone.install();
    expect((await lone.post(lone.ada.api)).status).toBe(404);
    const context = { type: 'configuration_space', spaceId: lone.space };
    expect((await lone.post(lone.ada.api, { componentId: 'opened', context })).status).toBe(200);
    await lone.ada.api.patch(`${lone.path}/installations/${lone.installation}/spaces/${lone.space}`, {
      configuration: { key: 'x' },
    });
    expect((await lone.post(lone.ada.api)).status).toBe(200);
  });

  it.each([
    [{ componentId: '' }],
    [{ componentId: 7 }],
    [{ props: [] }],
    [{ state: 'x' }],
    [{ action: {} }],
    [{ action: { action: 7 } }],
    [{ context: undefined }],
    [{ context: { type: 'elsewhere' } }],
    [{ context: { type: 'document' } }],
    [{ context: { type: 'configuration_site', spaceId: 'x' } }],
    [{ context: { type: 'configuration_account', organizationId: '' } }],
  ])('refuse a request with %j', async (more) => {
    expect((await components.post(ada.api, more)).status).toBe(400);
    expect((await components.get(ada.api, more)).status).toBe(400);
  });

  it('are listed as blocks of a space while they are set up', async () => {
    const lone = await TestComponents.make(server);
    await lone.publish(ECHO);
    const blocks = async () => (await lone.ada.api.get(`/v1/spaces/${lone.space}/integration-blocks`)).body as unknown;
    expect(await blocks()).toEqual([]);
    await lone.install();
    expect(await blocks()).toEqual([{ name: lone.name, blocks: [{ id: 'weather', title: 'Weather' }] }]);
    await lone.publish(ECHO, { blocks: [] });
    expect(await blocks()).toEqual([]);
    await lone.publish(ECHO);
    await lone.ada.api.patch(`${lone.path}/installations/${lone.installation}`, { status: 'paused' });
    expect(await blocks()).toEqual([]);
    expect((await ada.api.get(`/v1/spaces/${lone.space}/integration-blocks`)).status).toBe(404);
  });
});
