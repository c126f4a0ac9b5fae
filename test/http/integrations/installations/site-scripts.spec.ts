import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { publication } from '#testing/test-integration';
import { TestServer, type TestUser } from '#testing/test-server';
import { taken, TestSite } from '../../publishing/visits/visits.js';

let names = 0;

describe('the scripts of integrations on a site', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  let name: string;
  let installation: string;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
    site = await TestSite.publish(server, ada, ['Guide']);
    name = `analytics-${Date.now()}-${names++}`;
    await publish({ scopes: ['site:script:inject', 'site:script:cookies'] });
    installation = await install(name);
  });
  afterAll(() => server.stop());

  const publish = async (more: object): Promise<Json> =>
    taken(
      await ada.api.post(`/v1/integrations/${name}`, publication(ada.organization, { visibility: 'public', ...more })),
    );
  async function install(named: string): Promise<string> {
    const path = `/v1/integrations/${named}/installations`;
    return `${path}/${String(taken(await ada.api.post(path, { organization: ada.organization })).id)}`;
  }
  /** What the profile of the site shows, as renderers read it, once everything has been followed. */
  async function scripts(): Promise<unknown> {
    await server.drain();
    await server.runJobs();
    return taken(await (await site.visit()).api.get(`${site.path}/published`))['scripts'];
  }
  const script = (more: object = {}) => ({
    script: `http://quire.test${installation.replace('/v1', '')}/sites/${site.id}/~/script.js`,
    cookies: true,
    ...more,
  });
  const change = async (path: string, body: object) => taken(await ada.api.patch(path, body));
  const onSite = () => `${installation}/sites/${site.id}`;

  it('are those of the integrations that are enabled and active there', async () => {
    expect(await scripts()).toEqual([]);
    taken(await ada.api.post(`${installation}/sites`, { siteId: site.id }));
    expect(await scripts()).toEqual([script()]);
    await change(onSite(), { status: 'paused' });
    expect(await scripts()).toEqual([]);
    await change(onSite(), { status: 'active' });
    expect(await scripts()).toEqual([script()]);
    await change(installation, { status: 'paused' });
    expect(await scripts()).toEqual([]);
    await change(installation, { status: 'active' });
    expect(await scripts()).toEqual([script()]);
  });

  it('follow each version, and go with the integration', async () => {
    const contentSecurityPolicy = "script-src 'self'";
    await publish({ scopes: ['site:script:inject'], contentSecurityPolicy });
    expect(await scripts()).toEqual([script({ cookies: false, contentSecurityPolicy })]);
    await publish({ scopes: ['site:metadata:read'] });
    expect(await scripts()).toEqual([]);
    await publish({ scopes: ['site:script:inject'] });
    expect(await scripts()).toEqual([script({ cookies: false })]);
    expect((await ada.api.delete(`/v1/integrations/${name}`)).status).toBe(204);
    expect(await scripts()).toEqual([]);
    await publish({ scopes: ['site:script:inject'] });
    expect(await scripts()).toEqual([script({ cookies: false })]);
    expect((await ada.api.delete(installation)).status).toBe(204);
    expect(await scripts()).toEqual([]);
  });
});
