import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { CreateOrganization } from '#organization';
import { RecordSiteScripts, type SiteScriptView } from '#publishing';
import type { ApiClient, Json } from '#testing/api-client';
import { TestServer, type TestUser } from '#testing/test-server';
import { TestSpace } from '#testing/test-space';
import { wholeCustomization } from '#testing/sample-request';
import { TestBackend } from '../visitors/visitor-tokens.js';
import { taken, TestSite } from './visits.js';

/** What renderers read of a site is remembered: each test reads it twice, changes something, and reads it again. */
describe('what renderers read of a site', () => {
  let server: TestServer;
  let ada: TestUser & { organization: string };
  let site: TestSite;
  let guide: TestSpace;
  let visitor: ApiClient;

  beforeAll(async () => {
    server = await TestServer.shared();
    ada = await server.administrator();
  });

  afterAll(() => server.stop());

  beforeEach(async () => {
    site = await TestSite.publish(server, ada, ['Guide', 'Other']);
    guide = TestSpace.at(ada.api, ((await site.siteSpaces())[0]?.['space'] as Json).id);
    visitor = (await site.visit()).api;
    await published();
    await published();
  });

  const published = async (api: ApiClient = visitor, query: Record<string, string> = {}): Promise<Json> =>
    taken(await api.get(`${site.path}/published`, { query }));
  const siteSpaces = async (api?: ApiClient): Promise<Json[]> =>
    ((await published(api))['structure'] as { structure: Json[] }).structure;
  const space = async (api?: ApiClient): Promise<Json> => (await siteSpaces(api))[0]?.['space'] as Json;
  const look = async (api?: ApiClient): Promise<Json> =>
    ((await published(api))['customizations'] as { site: Json }).site;

  describe('shows at once', () => {
    it('the current title of a space, and all else that is shown of it', async () => {
      taken(await ada.api.patch(guide.path, { title: 'Handbook', emoji: '1f4d8', language: 'de' }));
      expect(await space()).toMatchObject({ title: 'Handbook', emoji: '1f4d8', language: 'de' });
      expect((await siteSpaces())[0]?.title).toBe('Handbook');
    });

    it('what another process wrote without a notification to this one', async () => {
      await server.rows(`update content.space set title = 'Renamed' where id = '${guide.id}'`);
      expect((await space()).title).toBe('Renamed');
      await server.rows(`update publishing.site set title = 'Retitled', version = version + 1 where id = '${site.id}'`);
      expect((await published())['site']).toMatchObject({ title: 'Retitled' });
    });

    it('the revision of a space', async () => {
      const before = await space();
      await guide.insert('New', 'A new page.');
      const after = await space();
      expect(after.revision).not.toBe(before.revision);
      expect(after.revision).toBe(await guide.revision());
    });

    it('that a space is deleted, and that it is back', async () => {
      taken(await ada.api.delete(guide.path));
      expect((await siteSpaces()).map(({ title }) => title)).toEqual(['Other']);
      taken(await ada.api.post(`${guide.path}/restore`, {}));
      const { api } = await site.visit();
      expect((await siteSpaces(api)).map(({ title }) => title)).toEqual(['Guide', 'Other']);
    });

    it('how the site and its site spaces look', async () => {
      taken(await ada.api.put(`${site.path}/customization`, wholeCustomization({ title: 'First' })));
      expect((await look()).title).toBe('First');
      taken(await ada.api.put(`${site.path}/customization`, wholeCustomization({ title: 'Second' })));
      expect((await look()).title).toBe('Second');
      const [first] = await siteSpaces();
      const own = `${site.path}/site-spaces/${first?.id}/customization`;
      const there = async () => {
        const { siteSpaces: looks } = (await published())['customizations'] as { siteSpaces: Record<string, Json> };
        return looks[first?.id ?? '']?.title;
      };
      taken(await ada.api.patch(own, { title: 'Third' }));
      expect(await there()).toBe('Third');
      taken(await ada.api.delete(own));
      expect(await there()).toBe('Second');
    });

    it('the scripts that integrations put on its pages', async () => {
      const record = (scripts: SiteScriptView[]) =>
        server.dispatcher.run(new RecordSiteScripts(ada.organization, site.id, scripts));
      const listed = async (api: ApiClient) => (await api.get(`${site.path}/integration-scripts`)).body;
      expect([(await published())['scripts'], await listed(visitor)]).toEqual([[], []]);
      const scripts = [
        { script: 'https://scripts.example/one.js', contentSecurityPolicy: "default-src 'self'", cookies: true },
        { script: 'https://scripts.example/two.js', cookies: false },
      ];
      const updates = async () =>
        (
          await server.rows(
            `delete from public.event where name = 'publishing.site-updated' and payload->>'site' = $1 returning id`,
            [site.id],
          )
        ).length;
      await updates();
      await record(scripts);
      expect(await updates()).toBe(1);
      expect((await published())['scripts']).toEqual(scripts);
      expect(await listed(visitor)).toEqual(scripts);
      expect(await listed((await server.member(ada.organization, 'read')).api)).toEqual(scripts);
      await record(scripts);
      expect(await updates()).toBe(0);
      await expect(record([{ script: 'javascript:alert(1)', cookies: false }])).rejects.toThrow(
        'script must be an http',
      );
      await record([]);
      expect([(await published())['scripts'], await listed(visitor)]).toEqual([[], []]);
      const elsewhere = await server.dispatcher.run(new CreateOrganization(ada.id, 'Elsewhere'));
      await server.dispatcher.run(new RecordSiteScripts(elsewhere, site.id, scripts));
      expect((await published())['scripts']).toEqual([]);
    });

    it('the title and the addresses of the site, and its structure', async () => {
      await site.patch({ title: 'Docs of it', hostname: 'docs.profile.example' });
      expect((await published())['site']).toMatchObject({
        title: 'Docs of it',
        urls: { published: 'https://docs.profile.example/' },
      });
      const [, other] = await siteSpaces();
      taken(await ada.api.patch(`${site.path}/site-spaces/${other?.id}`, { path: 'elsewhere', hidden: true }));
      expect((await siteSpaces())[1]).toMatchObject({ path: 'elsewhere', hidden: true });
      taken(await ada.api.delete(`${site.path}/site-spaces/${other?.id}`));
      expect(await siteSpaces()).toHaveLength(1);
    });

    it('that it is published no more, and that it is again', async () => {
      taken(await ada.api.post(`${site.path}/unpublish`, {}));
      expect((await ada.api.get(`${site.path}/published`)).status).toBe(404);
      expect((await visitor.get(`${site.path}/published`)).status).toBe(401);
      taken(await ada.api.post(`${site.path}/publish`, {}));
      const { api } = await site.visit();
      expect(await siteSpaces(api)).toHaveLength(2);
    });

    it('that it is gone', async () => {
      taken(await ada.api.delete(site.path));
      expect((await ada.api.get(`${site.path}/published`)).status).toBe(404);
    });

    it('a condition, and the claims of each visitor', async () => {
      await site.patch({
        visibility: 'visitor-auth',
        adaptiveContent: { enabled: true },
        hostname: `docs.${site.id.toLowerCase()}.example`,
      });
      const backend = await TestBackend.of(site);
      const paid = (await backend.visit('', { plan: 'paid' })).api;
      const free = (await backend.visit('', { plan: 'free' })).api;
      const titles = async (api: ApiClient) => (await siteSpaces(api)).map(({ title }) => title);
      for (const api of [paid, free]) expect(await titles(api)).toEqual(['Guide', 'Other']);
      const condition = 'visitor.claims.plan === "paid"';
      const links = [{ title: 'Payers', condition, to: { kind: 'url', url: 'https://example.com' } }];
      taken(await ada.api.put(`${site.path}/customization`, wholeCustomization({ header: { links } })));
      const linked = async (api: ApiClient) => ((await look(api))['header'] as { links: Json[] }).links.length;
      for (const api of [paid, free, paid]) expect(await linked(api)).toBe(api === paid ? 1 : 0);
      const [, other] = await siteSpaces(ada.api);
      taken(await ada.api.patch(`${site.path}/site-spaces/${other?.id}`, { condition }));
      for (let round = 0; round < 2; round++) {
        expect([await titles(paid), await linked(paid)]).toEqual([['Guide', 'Other'], 1]);
        for (const api of [free, ada.api]) expect([await titles(api), await linked(api)]).toEqual([['Guide'], 0]);
      }
      await site.patch({ adaptiveContent: { enabled: false } });
      expect([await titles(paid), await linked(paid)]).toEqual([['Guide'], 0]);
    });
  });

  it('shows members what they may do, at once when that changes', async () => {
    const ben = await server.member(ada.organization, 'read');
    const may = async ({ api }: TestUser) => {
      const { site: own } = await published(api);
      return [(own as Json)['permissions'], (await space(api))['permissions']].map(
        (permissions) => (permissions as Record<string, boolean>)['edit'],
      );
    };
    for (let round = 0; round < 2; round++) {
      expect(await may({ ...ada, api: visitor })).toEqual([false, false]);
      expect(await may(ben)).toEqual([false, false]);
      expect(await may(ada)).toEqual([true, true]);
    }
    const grants = `${guide.path}/permissions`;
    taken(await ada.api.post(grants, { users: [ben.id], role: 'edit' }));
    expect(await may(ben)).toEqual([false, true]);
    taken(await ada.api.delete(`${grants}/users/${ben.id}`));
    expect(await may(ben)).toEqual([false, false]);
    taken(await ada.api.patch(guide.path, { defaultLevel: null }));
    expect((await siteSpaces(ben.api)).map(({ title }) => title)).toEqual(['Other']);
    expect((await siteSpaces()).map(({ title }) => title)).toEqual(['Guide', 'Other']);
  });

  it('counts what is worked on for members, and for visitors nothing', async () => {
    const counted = async (api: ApiClient) => (await space(api))['changeRequests'];
    expect([await counted(ada.api), await counted(visitor)]).toEqual([0, 0]);
    taken(await ada.api.post(`${guide.path}/change-requests`, {}));
    expect([await counted(ada.api), await counted(visitor)]).toEqual([1, 0]);
  });

  it('has the key of a share link in its addresses where one is named', async () => {
    const root = async (query: Record<string, string>) =>
      ((await published(visitor, query))['structure'] as { structure: Json[] }).structure[0]?.urls['published'];
    for (let round = 0; round < 2; round++) {
      expect(await root({ shareKey: 'one' })).toMatch(/\/one\/$/);
      expect(await root({ shareKey: 'two' })).toMatch(/\/two\/$/);
      expect(await root({})).not.toMatch(/\/(?:one|two)\//);
    }
  });

  it('has a tag that holds as long as nothing changes', async () => {
    const tagged = async (etag = '') => visitor.get(`${site.path}/published`, { headers: { 'if-none-match': etag } });
    const { headers } = await tagged();
    const etag = String(headers['etag']);
    expect((await tagged(etag)).status).toBe(304);
    taken(await ada.api.patch(guide.path, { title: 'Handbook' }));
    const { status, headers: after } = await tagged(etag);
    expect([status, after['etag'] === etag]).toEqual([200, false]);
  });

  it('is known with two statements once it was read', async () => {
    const sent = jest.spyOn(pg.Client.prototype, 'query');
    try {
      await published();
      // One more asks who is calling.
      expect(sent.mock.calls).toHaveLength(1 + 2);
    } finally {
      sent.mockRestore();
    }
  });
});
