import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '#testing/api-client';
import { Browser } from '#testing/browser';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { TestBackend } from '../visitors/visitor-tokens.js';
import { taken, TestSite } from '../visits/visits.js';
import { pathOf, read } from './read-sites.js';

const PAID = 'visitor.claims.plan === "paid"';
const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    plan: { type: 'string', description: 'What they pay for' },
    unsigned: {
      type: 'object',
      description: 'What they say of themselves',
      additionalProperties: false,
      properties: { region: { type: 'string', description: 'Where they are' } },
    },
  },
};

describe('what visitors see of a site in a browser', () => {
  let server: TestServer;
  let other: TestServer;
  let ada: TestUser & { organization: string };

  beforeAll(async () => {
    server = await TestServer.shared();
    other = await TestServer.start({ databaseUrl: server.databaseUrl });
    ada = await server.administrator();
  });

  afterAll(async () => {
    await other.stop();
    await server.stop();
  });

  const visitor = (on = server) => new Browser(on.app);
  const firstSpace = async (site: TestSite): Promise<TestSpace> =>
    TestSpace.at(ada.api, ((await site.siteSpaces())[0]?.space as Json).id);

  describe('with a share link', () => {
    it('keeps its key in all addresses, and ends with the link in each process', async () => {
      const site = await TestSite.publish(server, ada, ['Shared', 'Second'], { visibility: 'share-link' });
      const link = taken(await ada.api.post(`${site.path}/share-links`, { name: 'Friends' }));
      const path = pathOf((link['urls'] as Json)['published']);
      const { status, text } = await visitor(other).get(path);
      expect([status, text.includes(`href="${path}second/"`)]).toEqual([200, true]);
      expect((await visitor().get(`${path}second/second-home`)).text).toContain('Welcome to Second.');
      const files = [...text.matchAll(/href="([^"]+\.(?:css|svg))"/g)].map(([, file = '']) => file);
      for (const file of files) expect([file, (await visitor().get(file)).status]).toEqual([file, 200]);
      taken(await ada.api.patch(`${site.path}/share-links/${link.id}`, { active: false }));
      for (const on of [server, other]) expect((await visitor(on).get(path)).status).toBe(404);
      taken(await ada.api.patch(`${site.path}/share-links/${link.id}`, { active: true }));
      expect((await visitor(other).get(path)).status).toBe(200);
      taken(await ada.api.delete(`${site.path}/share-links/${link.id}`));
      expect((await visitor(other).get(path)).status).toBe(404);
    });
  });

  describe('with visitor authentication', () => {
    let site: TestSite;
    let backend: TestBackend;

    beforeAll(async () => {
      site = await TestSite.publish(server, ada, ['Private', 'Further'], { visibility: 'visitor-auth' });
      backend = await TestBackend.of(site);
      taken(await ada.api.patch(`${site.path}/publishing/auth`, { logoutURL: 'https://app.example.com/logout' }));
    });

    const arrive = async (browser: Browser, claims: Json | object = {}): Promise<void> => {
      const token = await backend.sign(claims as Record<string, unknown>);
      expect((await read(site, `private-home?jwt_token=${token}`, browser)).status).toBe(303);
    };

    it('reads all of the site once a token brought them, which no cache shares', async () => {
      const browser = visitor();
      await arrive(browser);
      const { status, text, headers } = await read(site, 'private-home', browser);
      expect([status, text.includes('Welcome to Private.')]).toEqual([200, true]);
      expect(headers['cache-control']).toContain('private');
      expect((await read(site, 'further/', browser)).status).toBe(200);
      expect((await read(site, 'private-home.md', browser)).text).toContain('Welcome to Private.');
      expect((await read(site, 'private-home')).headers['location']).toContain('https://app.example.com/login');
    });

    it('is led to the sign-in with a token that is not valid, and after signing out', async () => {
      const browser = visitor();
      await read(site, '?jwt_token=no.such.token', browser);
      expect((await read(site, '', browser)).status).toBe(307);
      await arrive(browser);
      const { text } = await read(site, '', browser);
      const way = /class="sign-out" href="([^"]+)"/.exec(text)?.[1] ?? '';
      const out = await browser.get(way);
      expect([out.status, out.headers['location']]).toEqual([303, 'https://app.example.com/logout']);
      expect((await read(site, '', browser)).status).toBe(307);
    });

    it('loses access with the key, in each process', async () => {
      const browser = new Browser(other.app);
      await arrive(browser);
      expect((await read(site, '', browser)).status).toBe(200);
      taken(await ada.api.post(`${site.path}/publishing/auth/regenerate`));
      expect((await read(site, '', browser)).status).toBe(307);
      backend = await TestBackend.of(site);
    });
  });

  describe('of a site that adapts to them', () => {
    let site: TestSite;
    let backend: TestBackend;

    beforeAll(async () => {
      site = await TestSite.publish(server, ada, ['Home', 'Payers']);
      backend = await TestBackend.of(site);
      await site.patch({ adaptiveContent: { enabled: true } });
      taken(await ada.api.put(`${site.path}/adaptive-schema`, { jsonSchema: SCHEMA }));
      const [, second] = await site.siteSpaces();
      taken(await ada.api.patch(`${site.path}/site-spaces/${second?.id}`, { condition: PAID }));
      const space = await firstSpace(site);
      await space.insert('Secret', 'A secret page.', { condition: PAID });
      await space.insert(
        'Adapted',
        [
          `{% if ${PAID} %}\nFor payers.\n{% endif %}`,
          '{% if visitor.claims.unsigned.region === "eu" %}\nFor Europe.\n{% endif %}',
        ].join('\n\n'),
      );
    });

    const brought = async (query: string): Promise<Browser> => {
      const browser = visitor();
      expect((await read(site, `adapted?${query}`, browser)).status).toBe(303);
      return browser;
    };
    const seen = async (browser = visitor()): Promise<boolean[]> => {
      const { text } = await read(site, 'adapted', browser);
      const status = async (path: string) => (await read(site, path, browser)).status === 200;
      return [
        ...['For payers.', 'For Europe.', '>Secret<', `/s/${site.id}/payers/`].map((what) => text.includes(what)),
        ...[await status('secret'), await status('payers/'), await status('secret.md')],
      ];
    };

    it('shows each what their claims open, and remembers nothing of one for another', async () => {
      const payer = await brought(`jwt_token=${await backend.sign({ plan: 'paid' })}`);
      const free = await brought(`jwt_token=${await backend.sign({ plan: 'free' })}`);
      const all = [true, false, true, true, true, true, true];
      const none = all.map(() => false);
      for (let round = 0; round < 2; round++) {
        expect(await seen(payer)).toEqual(all);
        expect(await seen(free)).toEqual(none);
        expect(await seen()).toEqual(none);
      }
    });

    it('takes claims without a signature from the address for what asks for no more', async () => {
      const european = await brought('visitor.region=eu&visitor.plan=paid');
      expect(await seen(european)).toEqual([false, true, false, false, false, false, false]);
    });

    it('finds in searches what they see', async () => {
      await server.runJobs();
      const payer = await brought(`jwt_token=${await backend.sign({ plan: 'paid' })}`);
      const found = async (browser: Browser) =>
        (await read(site, '~/search?q=secret', browser)).text.includes(`/s/${site.id}/secret`);
      expect([await found(payer), await found(visitor())]).toEqual([true, false]);
    });
  });

  describe('after a change', () => {
    it('is what it left, with the next request, in another process as well', async () => {
      const site = await TestSite.publish(server, ada, ['Open']);
      const space = await firstSpace(site);
      const page = await space.insert('Passing', 'Here for now.');
      const at = async (path = '') => (await read(site, path, visitor(other))).status;
      expect([await at(), await at('passing')]).toEqual([200, 200]);
      await space.update(page, { document: { markdown: 'Changed.' } });
      expect((await read(site, 'passing', visitor(other))).text).toContain('Changed.');
      await space.change({ operation: 'delete_page', page });
      expect(await at('passing')).toBe(404);
      await site.patch({ visibility: 'share-link' });
      expect(await at()).toBe(404);
      await site.patch({ visibility: 'public' });
      expect(await at()).toBe(200);
      taken(await ada.api.post(`${site.path}/unpublish`));
      expect(await at()).toBe(404);
    });

    it('follows redirects: to pages, to other hosts, from pages that are gone', async () => {
      const site = await TestSite.publish(server, ada, ['Led']);
      const space = await firstSpace(site);
      const page = await space.insert('Left', 'Gone soon.');
      const make = async (source: string, destination: object, more: object = {}) =>
        taken(await ada.api.post(`${site.path}/redirects`, { source, destination, ...more }));
      await make('/left', { kind: 'external', url: 'https://example.com/left' });
      expect((await read(site, 'left')).text).toContain('Gone soon.');
      await space.change({ operation: 'delete_page', page });
      const gone = await read(site, 'left');
      expect([gone.status, gone.headers['location']]).toEqual([307, 'https://example.com/left']);
      const lost = await read(site, 'nowhere');
      expect([lost.status, lost.text.includes('<main')]).toEqual([404, true]);
    });
  });
});
