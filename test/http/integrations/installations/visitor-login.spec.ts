import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { VisitorLoginOfIntegration } from '#publishing';
import type { Answer, Json } from '#testing/api-client';
import { publication } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';
import { signed } from '../../publishing/visitors/visitor-tokens.js';
import { taken, TestSite } from '../../publishing/visits/visits.js';

let names = 0;

describe('visitors whom an integration signs in', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  let name: string;
  let installation: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    site = await TestSite.publish(server, ada, ['Guide'], { visibility: 'visitor-auth' });
    name = `va-${Date.now()}-${names++}`;
    await publish(['site:visitor:auth']);
    const { id } = taken(
      await ada.api.post(`/v1/integrations/${name}/installations`, { organization: ada.organization }),
    );
    installation = `/v1/integrations/${name}/installations/${String(id)}`;
    taken(await ada.api.post(`${installation}/sites`, { siteId: site.id }));
    taken(await change({ backend: 'integration', integration: name }));
  });

  const publish = async (scopes: string[]): Promise<Json> =>
    taken(await ada.api.post(`/v1/integrations/${name}`, publication(ada.organization, { scopes })));
  const change = (body: object): Promise<Answer> => ada.api.patch(`${site.path}/publishing/auth`, body);
  const login = () => server.dispatcher.ask(new VisitorLoginOfIntegration(ada.organization, site.id, name));
  const sign = async (key: string, claims = {}) => signed(key, claims, server.clock.now());
  const loginUrl = async () =>
    `${String((await ada.api.get(`${installation}/sites/${site.id}`)).body.urls['publicEndpoint'])}/~/visitor-auth/login`;

  it('are sent to it, with the path that they wanted', async () => {
    const { status, body } = await site.visit('guide/part');
    expect([status, body]).toEqual([
      200,
      { target: 'external', site: site.id, redirect: `${await loginUrl()}?location=%2Fguide%2Fpart` },
    ]);
  });

  it('are let in by a token that is signed with its secret for the site, and by no other', async () => {
    const known = await login();
    const [secret = ''] = known?.keys ?? [];
    const logoutUrl = (await loginUrl()).replace(/login$/, 'logout');
    const keys = [expect.stringMatching(/^\w{43}$/)];
    expect(known).toEqual({ loginUrl: await loginUrl(), logoutUrl, keys });
    const visit = (jwtToken: string, redirectOnError = false) =>
      site.visit('', { visitor: { jwtToken }, redirectOnError });
    const { status, api } = await visit(await sign(secret));
    expect([status, (await api.get(`${site.path}/published`)).status]).toEqual([200, 200]);
    const { privateKey } = (await ada.api.get(`${site.path}/publishing/auth`)).body;
    const wrong = await sign(String(privateKey));
    expect((await visit(wrong)).status).toBe(403);
    expect((await visit(wrong, true)).body['redirect']).toBe(`${await loginUrl()}?location=%2F`);
    taken(await change({ backend: 'custom' }));
    expect((await visit(await sign(secret))).status).toBe(403);
    expect((await visit(wrong)).status).toBe(200);
  });

  it('sign in and out where the published site says: at the integration, or else where the site itself says', async () => {
    const [login, logout] = ['https://app.example.com/login', 'https://app.example.com/logout'];
    const addresses = async () => {
      const { urls } = (await ada.api.get(`${site.path}/published`)).body['site'] as { urls: Record<string, string> };
      return [urls['login'], urls['logout']];
    };
    const own = await loginUrl();
    expect(await addresses()).toEqual([own, own.replace(/login$/, 'logout')]);
    taken(await change({ backend: 'custom', fallbackURL: login, logoutURL: logout }));
    expect(await addresses()).toEqual([login, logout]);
    await site.patch({ visibility: 'public' });
    expect(await addresses()).toEqual([undefined, undefined]);
  });

  it('bring the claims of their tokens to a site that adapts to them, which asks for no token', async () => {
    await site.patch({ visibility: 'public', adaptiveContent: { enabled: true } });
    const [secret = ''] = (await login())?.keys ?? [];
    const properties = { plan: { type: 'string', description: 'Plan' } };
    taken(
      await ada.api.put(`${site.path}/adaptive-schema`, {
        jsonSchema: { type: 'object', properties, additionalProperties: false },
      }),
    );
    const contextOf = async (jwtToken?: string) => (await site.visit('', { visitor: { jwtToken } })).body['contextId'];
    expect(await contextOf()).toBeUndefined();
    expect(await contextOf(await sign('x'.repeat(43), { plan: 'pro' }))).toBeUndefined();
    expect(await contextOf(await sign(secret, { plan: 'pro' }))).toEqual(expect.any(String));
  });

  it('cost one statement more than others who sign in, and none where no integration signs', async () => {
    const root = await site.root();
    const [secret = ''] = (await login())?.keys ?? [];
    const visitor = { jwtToken: await sign(secret) };
    const statements = async (more: object = {}) => {
      const sent = jest.spyOn(pg.Client.prototype, 'query');
      try {
        await site.resolve(root, more);
        return sent.mock.calls.length;
      } finally {
        sent.mockRestore();
      }
    };
    await site.resolve(root, { visitor });
    expect([await statements(), await statements({ visitor })]).toEqual([2, 2]);
    taken(await change({ backend: 'custom', fallbackURL: 'https://app.example.com/login' }));
    expect(await statements()).toBe(1);
    taken(await change({ backend: 'integration' }));
    await site.patch({ visibility: 'public' });
    await site.resolve(root);
    expect(await statements()).toBe(1);
  });

  it('read no longer once it is not active any more, and go on reading when another one goes', async () => {
    const [secret = ''] = (await login())?.keys ?? [];
    const { api } = await site.visit('', { visitor: { jwtToken: await sign(secret) } });
    const read = async () => {
      await server.drain();
      return (await api.get(`${site.path}/published`)).status;
    };
    const other = `another-${name}`;
    taken(await ada.api.post(`/v1/integrations/${other}`, publication(ada.organization)));
    const at = `/v1/integrations/${other}/installations`;
    const { id } = taken(await ada.api.post(at, { organization: ada.organization }));
    taken(await ada.api.post(`${at}/${String(id)}/sites`, { siteId: site.id }));
    taken(await ada.api.patch(`${at}/${String(id)}`, { status: 'paused' }));
    expect((await ada.api.delete(`${at}/${String(id)}`)).status).toBe(204);
    expect(await read()).toBe(200);
    taken(await ada.api.patch(installation, { status: 'paused' }));
    expect(await read()).toBe(401);
  });

  it.each([
    ['it is paused on the site', () => ada.api.patch(`${installation}/sites/${site.id}`, { status: 'paused' })],
    ['it is paused', () => ada.api.patch(installation, { status: 'paused' })],
    ['it is disabled on the site', () => ada.api.delete(`${installation}/sites/${site.id}`)],
    ['it is uninstalled', () => ada.api.delete(installation)],
    ['it is un-published', () => ada.api.delete(`/v1/integrations/${name}`)],
    ['it may not sign visitors in', async () => publish(['site:metadata:read']).then(() => undefined)],
    ['another one is named', () => change({ integration: 'another' })],
    ['none is named', () => change({ integration: null })],
  ])('are not let in while %s', async (_why, act) => {
    const [secret = ''] = (await login())?.keys ?? [];
    const jwtToken = await sign(secret);
    expect((await site.visit('', { visitor: { jwtToken } })).status).toBe(200);
    const answer = await act();
    expect(answer?.status ?? 200).toBeLessThan(300);
    expect((await site.visit()).status).toBe(404);
    expect((await site.visit('', { visitor: { jwtToken } })).status).toBe(403);
    taken(await change({ fallbackURL: 'https://app.example.com/login' }));
    expect((await site.visit()).body['redirect']).toBe('https://app.example.com/login?location=%2F');
  });
});
