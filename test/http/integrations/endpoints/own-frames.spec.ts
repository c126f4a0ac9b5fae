import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { PublishOwnIntegrations } from '#integrations';
import { taken, TestSite } from '../../publishing/visits/visits.js';

// What these integrations are published from is in dist/run/integrations.
describe('what integrations of Quire show in pages', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let origin: string;

  beforeAll(async () => {
    server = await TestServer.start({ env: { QUIRE_PUBLIC_URL: 'http://quire.test' } });
    ada = await server.administrator();
    await server.dispatcher.run(new PublishOwnIntegrations());
    origin = await server.listen();
  });
  afterAll(() => server.stop());

  async function install(name: string): Promise<string> {
    const path = `/v1/integrations/${name}/installations`;
    return `${path}/${taken(await ada.api.post(path, { organization: ada.organization })).id}`;
  }
  const get = (address: string): Promise<Response> => fetch(address.replace('http://quire.test', origin));

  it('is for a diagram a frame, and for its authors the text as well', async () => {
    await install('quire-mermaid');
    const space = await TestSpace.create(ada);
    const rendered = (more: object, context: object = {}) =>
      ada.api.post('/v1/integrations/quire-mermaid/render', {
        componentId: 'diagram',
        props: { content: 'graph TD; A-->B' },
        context: { type: 'document', spaceId: space.id, editable: false, theme: 'light', ...context },
        ...more,
      });
    const frame = {
      type: 'webframe',
      source: { url: 'http://quire.test/integration-content/quire-mermaid/1' },
      data: { content: { $state: 'content' } },
    };
    expect(taken(await rendered({}))).toMatchObject({
      type: 'element',
      state: { content: 'graph TD; A-->B' },
      element: { type: 'block', children: [frame] },
    });
    const changed = { state: { content: 'graph TD; A-->C' } };
    expect(taken(await rendered(changed, { editable: true }))).toMatchObject({
      ...changed,
      element: {
        children: [{ type: 'codeblock', state: 'content', content: 'graph TD; A-->C', footer: [frame] }],
      },
    });
    expect((await rendered({ componentId: 'other' })).status).toBe(404);
  });

  it('is for a diagram a page, with a library and a script of this server, kept for long', async () => {
    const { urls } = taken(await ada.api.get('/v1/integrations/quire-mermaid'));
    const page = await get(`${String(urls['publicContentEndpoint'])}/1`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const sources = [...(await page.text()).matchAll(/<script src="([^"]+)"/g)].map(([, source = '']) => source);
    expect(sources).toHaveLength(2);
    for (const source of sources) {
      expect(source).toMatch(/^http:\/\/quire\.test\/integration-content\/quire-mermaid\/1\//);
      const answer = await get(source);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect(answer.headers.get('cache-control')).toContain('immutable');
      expect((await answer.text()).length).toBeGreaterThan(1000);
    }
  });

  it('is for analytics the script that a site asks for, once it is set up', async () => {
    const site = await TestSite.publish(server, ada, ['Guide']);
    const at = await install('quire-analytics');
    taken(await ada.api.post(`${at}/sites`, { siteId: site.id }));
    const scripts = async (): Promise<{ script: string; cookies: boolean }[]> => {
      await server.drain();
      await server.runJobs();
      return taken(await (await site.visit()).api.get(`${site.path}/published`))['scripts'] as never;
    };
    expect(await scripts()).toEqual([]);
    const set = async (configuration: object): Promise<string> => {
      taken(await ada.api.patch(`${at}/sites/${site.id}`, { configuration }));
      const [listed] = await scripts();
      expect(listed).toMatchObject({ cookies: true, contentSecurityPolicy: expect.stringContaining('script-src *') });
      const answer = await get(listed?.script ?? '');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
      return answer.text();
    };
    const address = 'https://stats.example.com';
    expect(await set({ service: 'plausible', address, site_id: 'docs.example.com' })).toContain(
      JSON.stringify({
        src: 'https://stats.example.com/js/script.js',
        attributes: { 'data-domain': 'docs.example.com' },
        needsConsent: true,
      }),
    );
    expect(
      await set({ service: 'matomo', address: `${address}/matomo/`, site_id: '3', without_consent: true }),
    ).toContain(
      JSON.stringify({
        src: 'https://stats.example.com/matomo/matomo.js',
        attributes: {},
        matomo: { endpoint: 'https://stats.example.com/matomo/matomo.php', siteId: '3' },
        needsConsent: false,
      }),
    );
    const attributes = `data-key="</script>$'" onload=alert(1) data-region='eu'`;
    expect(await set({ service: 'other', address: `${address}/a.js?b=1`, attributes })).toContain(
      JSON.stringify({
        src: 'https://stats.example.com/a.js?b=1',
        attributes: { 'data-key': "</script>$'", 'data-region': 'eu' },
        needsConsent: true,
      }),
    );
    // An address that is none gives a script that does nothing.
    taken(await ada.api.patch(`${at}/sites/${site.id}`, { configuration: { service: 'umami', address: 'stats' } }));
    expect(await (await get((await scripts())[0]?.script ?? '')).text()).toBe('');
  });
});
