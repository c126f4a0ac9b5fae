import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { publication } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';

/** A script that answers with what this expression of `event` and `environment` gives. */
const scriptOf = (answer: string): string => `
  export default { async fetch(request) {
    const form = await request.formData();
    const event = JSON.parse(form.get('event'));
    const environment = JSON.parse(form.get('environment'));
    return ${answer};
  } };`;
const ECHO = scriptOf('new Response(JSON.stringify({ event, installed: Object.keys(environment) }))');

interface Echo {
  event: { type: string; request?: { url: string; headers: Record<string, string> } } & Record<string, unknown>;
  installed: string[];
}

let names = 0;

describe('public addresses of integrations', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let name: string;
  let site: string;
  let space: string;
  let installation: string;
  let origin: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    space = (await TestSpace.create(ada)).id;
    site = (await ada.api.post(`/v1/orgs/${ada.organization}/sites`, { title: 'Docs', spaces: [space] })).body.id;
    origin = await server.listen();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    name = `Endpoint-${Date.now()}.${names++}`;
    await publish(ECHO);
    const path = `/v1/integrations/${name}/installations`;
    installation = (await ada.api.post(path, { organization: ada.organization })).body.id;
    await ada.api.post(`${path}/${installation}/spaces`, { space });
    await ada.api.post(`${path}/${installation}/sites`, { siteId: site });
  });

  async function publish(script: string, more: object = {}): Promise<void> {
    const scopes = ['site:script:inject', 'site:visitor:auth'];
    const body = publication(ada.organization, { script, scopes, ...more });
    expect((await ada.api.post(`/v1/integrations/${name}`, body)).status).toBe(200);
  }
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${origin}/${path}`, { headers, redirect: 'manual' });
  const echo = async (path: string, headers: Record<string, string> = {}): Promise<Echo> =>
    (await (await get(path, headers)).json()) as Echo;

  it('lead requests to the script, for the integration and for where it is installed', async () => {
    const at = `integrations/${name}`;
    const of = async (path: string): Promise<unknown[]> => {
      const { event, installed } = await echo(path);
      return [
        event.type,
        event['installationId'],
        event['spaceId'] ?? event['siteId'],
        installed.filter((one) => /nstallation$/.test(one)),
      ];
    };
    expect(await of(`${at}/oauth?code=1`)).toEqual(['fetch', undefined, undefined, []]);
    const below = `${at}/installations/${installation}`;
    expect(await of(`${below}/oauth`)).toEqual(['fetch', installation, undefined, ['installation']]);
    expect(await of(`${below}/spaces/${space}`)).toEqual([
      'fetch',
      installation,
      space,
      ['installation', 'spaceInstallation'],
    ]);
    expect(await of(`${below}/sites/${site}/x`)).toEqual([
      'fetch',
      installation,
      site,
      ['installation', 'siteInstallation'],
    ]);
    const frame = await echo(`integration-content/${name}/frame.html?v=1`);
    expect(frame.event.request?.url).toBe(`${origin}/${at}/frame.html?v=1`);
  });

  it('pass the address and the headers of a request, but no session of this server', async () => {
    const { event } = await echo(`integrations/${name}/a%20b?x=1&y=%26`, {
      cookie: 'mine=1; quire_session=secret',
      'x-own': 'yes',
    });
    expect(event.request?.url).toMatch(/\/a%20b\?x=1&y=%26$/);
    expect(event.request?.headers).toMatchObject({ cookie: 'mine=1', 'x-own': 'yes' });
  });

  it('answer as the script does, in a sandbox where the host is that of the API', async () => {
    await publish(
      scriptOf(
        `new Response('<b>hi</b>', { status: 418, headers: [['content-type', 'text/html'], ['set-cookie', 'a=1'], ['x-own', 'yes']] })`,
      ),
      { contentSecurityPolicy: 'default-src https:' },
    );
    const answer = await get(`integrations/${name}`);
    expect([answer.status, await answer.text(), answer.headers.get('x-own')]).toEqual([418, '<b>hi</b>', 'yes']);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src https:, sandbox /);
    expect(answer.headers.get('content-security-policy')).not.toContain('allow-same-origin');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('put the script of a site into its pages, and nothing where the integration has none', async () => {
    const path = `integrations/${name}/installations/${installation}/sites/${site}/~/script.js`;
    await publish(
      scriptOf(
        `new Response('console.log(' + JSON.stringify(event.siteId) + ')', { headers: { 'content-type': 'text/javascript' } })`,
      ),
    );
    expect(await (await get(path)).text()).toBe(`console.log("${site}")`);
    for (const script of [scriptOf(`new Response('no', { status: 406 })`), 'export default {']) {
      await publish(script);
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect(await answer.text()).toContain('There is no script');
    }
  });

  it('let visitors in and out by way of the script', async () => {
    await publish(
      scriptOf(`event.type === 'fetch_visitor_authentication'
        ? Response.redirect('https://login.example.com/?to=' + event.location + '&action=' + event.action, 302)
        : new Response('')`),
    );
    const way = async (end: string): Promise<unknown> => {
      const path = `integrations/${name}/installations/${installation}/sites/${site}/~/visitor-auth/${end}`;
      const { status, headers } = await get(`${path}?location=/guide`);
      return [status, headers.get('location')];
    };
    const to = 'https://login.example.com/?to=/guide';
    expect([await way('login'), await way('logout')]).toEqual([
      [302, `${to}&action=undefined`],
      [302, `${to}&action=logout`],
    ]);
    expect(await way('other')).toEqual([200, null]);
  });

  it('are not there for what is unknown, uninstalled, paused or without the scope', async () => {
    const at = `integrations/${name}/installations/${installation}`;
    expect((await get('integrations/unknown')).status).toBe(404);
    expect((await get(`integrations/${name}/installations/unknown`)).status).toBe(404);
    expect((await get(`${at}/sites/unknown`)).status).toBe(404);
    expect((await get(`${at}/constructor/${site}`)).status).toBe(200);
    await publish(ECHO, { scopes: [] });
    expect((await get(`${at}/sites/${site}/~/script.js`)).status).toBe(404);
    await ada.api.patch(`/v1/integrations/${name}/installations/${installation}`, { status: 'paused' });
    expect((await get(at)).status).toBe(404);
    await ada.api.delete(`/v1/integrations/${name}`);
    expect((await get(`integrations/${name}`)).status).toBe(404);
  });

  it('say that the integration does not answer where its script fails', async () => {
    await publish('export default {');
    const answer = await get(`integrations/${name}`);
    expect([answer.status, ((await answer.json()) as { error: { message: string } }).error.message]).toEqual([
      503,
      'The integration does not answer',
    ]);
  });
});
